import { createCall, type Call } from '#client/api-client.ts';
import { ApiError, failureOf, isKeyRefused } from '#client/errors.ts';
import type { RequestLogEntry } from '#client/request-log.ts';
import { botUserEndpoints, type BotUserList } from '#contract/bot-user.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { FIRST_PAGE } from '#contract/page.ts';
import { accessRefusal, forgetAccess, noticeAccess, writeRefusal } from '#web/api/access.ts';
import { apiBase, apiVersion, runtimeConfig } from '#web/api/config.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { recordRequest } from '#web/api/requests.ts';
import { session } from '#web/session/session.ts';

function onRequest(entry: RequestLogEntry) {
  recordRequest(entry);
  rateLimiter.notice(entry);
  noticeAccess(entry);
}

/**
 * Every request of the page in a session.
 *
 * A refused key (401) opens the sign-in dialog over the page: reads wait for it and are then repeated, a change is not,
 * its form waits for the person; a job waits itself. All requests of a session end with it.
 */
const callBelow =
  (baseUrl: () => string): Call =>
  async (endpoint, input, options = {}) => {
    const isWrite = endpoint.method !== 'GET';
    const waitsForKey = !isWrite && !options.once;
    const signal = AbortSignal.any([session.signal(), ...(options.signal ? [options.signal] : [])]);
    /** The key of the last attempt: a newer one may have come while it waited. */
    let key: string | null = null;
    const send = createCall({
      baseUrl: baseUrl(),
      version: apiVersion(),
      onRequest,
      apiKey: () => (key = session.key()),
      async acquire(request) {
        // A key that was refused just now would be refused again.
        if (waitsForKey && session.state().kind === 'expired') await session.renewed(signal);
        await rateLimiter.acquire(request);
      },
    });

    let wasRenewed = false;
    for (;;) {
      if (isWrite) checkWrite(endpoint, input.params);
      try {
        return await send(endpoint, input, { ...options, signal });
      } catch (error) {
        // A key that was checked just now would be asked for again without end.
        if (wasRenewed || !isKeyRefused(failureOf(error))) throw error;
        session.expire(key);
        if (!waitsForKey) throw error;
        // The next attempt waits for another key.
        wasRenewed = session.state().kind === 'expired';
      }
    }
  };

/** @throws {ApiError} where the change must not be sent */
function checkWrite(endpoint: Endpoint, params: Record<string, string> | undefined) {
  firstPage = undefined;
  if (!navigator.onLine) throw new ApiError('Not sent: you are offline', { kind: 'offline' });
  const reason = writeRefusal(endpoint, params);
  if (reason === undefined) return;
  const failure = { kind: 'blocked', reason, isAny: accessRefusal() !== undefined } as const;
  throw new ApiError('Not sent: it must not be changed from here', failure);
}

/** Calls the API. */
export const call = callBelow(apiBase);

const callOrigin = callBelow(() => new URL(apiBase()).origin);

/** Calls the inventory, where the configuration names one: at a path of its own on the API's origin. */
export const callInventory: Call = (endpoint, input, options) => {
  const path = `${runtimeConfig().inventory_base}${endpoint.path}`;
  return callOrigin({ ...endpoint, path }, input, options);
};

/**
 * A read on the way to a change. Reads wait for another key where theirs is refused; the change after it does not: its
 * form waits for the person, who may have signed in with the key of another account.
 *
 * @throws {ApiError} another key has come meanwhile
 */
export async function readBeforeChange<Result>(read: () => Promise<Result>): Promise<Result> {
  const key = session.key();
  const result = await read();
  if (session.key() === key) return result;
  const reason = 'Not sent: you had to sign in again. Look at it, then send it again.';
  throw new ApiError('Not sent: the key was refused', { kind: 'blocked', reason });
}

/** What the check of a key has read: the list begins with it if it is opened at once, before anything is changed. */
let firstPage: { key: string; page: BotUserList; at: number } | undefined;
const FRESH_MS = 2_000;
session.onEnd(() => (firstPage = undefined));

/**
 * The one read that checks a key before it is taken: the first page of the list. No session yet, no second attempt. It
 * waits like every request: which keys are of one account only the service knows.
 */
export async function checkKey(key: string, signal: AbortSignal): Promise<void> {
  forgetAccess();
  const send = createCall({
    baseUrl: apiBase(),
    version: apiVersion(),
    onRequest,
    apiKey: () => key,
    acquire: rateLimiter.acquire,
  });
  const page = await send(botUserEndpoints.list, { query: FIRST_PAGE }, { once: true, signal });
  firstPage = { key, page, at: performance.now() };
}

/** Returns it once. */
export function takeFirstPage(): BotUserList | undefined {
  const read = firstPage;
  firstPage = undefined;
  const isFresh = read?.key === session.key() && performance.now() - read.at < FRESH_MS;
  return isFresh ? read.page : undefined;
}
