import { createCall, type Call } from '#client/api-client.ts';
import { toCurl } from '#client/curl.ts';
import { ApiError, failureOf, isKeyRefused, refusalCause } from '#client/errors.ts';
import type { RequestLogEntry } from '#client/request-log.ts';
import { botUserEndpoints, type BotUserList } from '#contract/bot-user.ts';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { FIRST_PAGE } from '#contract/page.ts';
import * as access from '#web/api/access.ts';
import { activity } from '#web/api/activity.ts';
import { apiBase, runtimeConfig } from '#web/api/config.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

/** Which version is asked for: the operator's word, and taken from nowhere else. */
function version() {
  const { version_header: header, version: value } = runtimeConfig();
  return { header, value };
}

async function fetchAndNotice(request: Request): Promise<Response> {
  const response = await fetch(request);
  access.noticeAccess(response);
  return response;
}

function onRequest(entry: RequestLogEntry) {
  activity.record(entry);
  rateLimiter.notice(entry);
}

/** Called after each change by hand, also after one that failed: the text about an earlier change is old then. */
export const changeEnds = createStore({});

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
    /** Of the last attempt: a newer one may have come while it waited. */
    let key: string | null = null;
    const send = createCall({
      baseUrl: baseUrl(),
      version: version(),
      fetch: fetchAndNotice,
      onRequest,
      apiKey: () => (key = session.key()),
      async acquire(request) {
        // A key that was refused just now would be refused again.
        if (waitsForKey && session.state().kind === 'expired') await session.renewed(signal);
        await rateLimiter.acquire(request);
      },
    });

    for (;;) {
      try {
        if (isWrite) checkWrite(endpoint, input.params);
        const result = await send(endpoint, input, { ...options, signal });
        if (isWrite) access.noticeChange();
        return result;
      } catch (error) {
        const failure = failureOf(error);
        if (isWrite && refusalCause(failure) === 'no-right') access.noticeNoRight();
        if (failure === undefined || !isKeyRefused(failure)) throw error;
        session.expire(key);
        if (!waitsForKey) throw error;
        await session.renewed(signal);
      } finally {
        if (isWrite && !options.once) changeEnds.set({});
      }
    }
  };

/** @throws {ApiError} where the change must not be sent */
function checkWrite(endpoint: Endpoint, params: Record<string, string> | undefined) {
  firstPage = undefined;
  if (!navigator.onLine) throw new ApiError('Not sent: you are offline', { kind: 'offline' });
  const reason = access.writeRefusal(endpoint, params);
  if (reason === undefined) return;
  const isAny = access.accessRefusal() !== undefined;
  const failure = { kind: 'blocked', reason, ...(isAny && { isAny }) } as const;
  throw new ApiError('Not sent: it must not be changed from here', failure);
}

/** Of the API. */
export const call = callBelow(apiBase);

/** The same from the root of the API's origin, for what `inventory_base` leads to. */
export const callOrigin = callBelow(() => new URL(apiBase()).origin);

/**
 * The one read that checks a key before it is taken: the first page of the list. No session yet, no second attempt. It
 * waits like every request: which keys are of one account only the service knows.
 */
export async function checkKey(key: string, signal: AbortSignal): Promise<BotUserList> {
  access.forgetAccess();
  const send = createCall({
    baseUrl: apiBase(),
    version: version(),
    fetch: fetchAndNotice,
    onRequest,
    apiKey: () => key,
    acquire: rateLimiter.acquire,
  });
  await session.nameAccount(key);
  return send(botUserEndpoints.list, { query: FIRST_PAGE }, { once: true, signal });
}

/** Asks once more what the key may do. @throws what the read throws */
export async function checkAccess() {
  await call(botUserEndpoints.list, { query: FIRST_PAGE }, { once: true });
  access.believeResponse();
}

/** What the check of the key has read: the list begins with it if it is opened at once, before anything is changed. */
let firstPage: { page: BotUserList; at: number } | undefined;
const FRESH_MS = 2_000;

export const keepFirstPage = (page: BotUserList) =>
  void (firstPage = { page, at: performance.now() });

/** Returns it once. */
export function takeFirstPage(): BotUserList | undefined {
  const kept = firstPage;
  firstPage = undefined;
  return kept && performance.now() - kept.at < FRESH_MS ? kept.page : undefined;
}
session.onEnd(() => (firstPage = undefined));

/** The shell command for what `call` would send. */
export const curlOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  toCurl(endpoint, input, version());
