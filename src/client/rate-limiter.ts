import * as z from 'zod/mini';
import type { RequestToSend } from '#client/api-client.ts';
import { ApiError } from '#client/errors.ts';
import type { RequestLogEntry } from '#client/request-log.ts';
import { LONGEST_INTERACTIVE_WAIT_MS, LONGEST_PAUSE_MS, sleep, waitFor } from '#client/retry.ts';

/** A minute, and more: a request may have been on its way for longer than the one that takes its place. */
const WINDOW_MS = 61_000;
/** Requests a minute of a service that refuses for a limit and does not name it. */
const ASSUMED_LIMIT = 120;

const Count = z.int().check(z.nonnegative(), z.maximum(100_000));
const Milliseconds = z.number().check(z.nonnegative(), z.maximum(LONGEST_PAUSE_MS));
const Known = z.object({ limit: z.nullable(Count), elsewhere: Count, pauseMs: Milliseconds });
/** What tabs tell each other, in durations: they have no clock in common that is never set back. */
const Message = z.object({
  /** The number of a tab that was opened: the others tell it what they know. */
  opened: z.optional(z.number()),
  /** The number of the tab that this is for; missing: it is for all. */
  to: z.optional(z.number()),
  /** Milliseconds since each request of the tab that tells. */
  sentAgo: z.optional(z.array(Milliseconds)),
  known: z.optional(Known),
});

/** What responses have told: requests a minute, how many no tab of this browser has sent, and the pause asked for. */
type Known = z.infer<typeof Known>;
const NOTHING: Known = { limit: null, elsewhere: 0, pauseMs: 0 };

interface Options {
  /** Requests a minute by the operator's word; `null`: the service has no limit, or tells it itself. */
  configured: () => number | null;
  /** To the other tabs: a `BroadcastChannel`. */
  channel: {
    postMessage: (message: unknown) => void;
    addEventListener: (type: 'message', listener: (event: { data: unknown }) => void) => void;
  };
  /** Holds until when a pause lasts that people notice, in milliseconds of `performance.now()`. */
  pause: { get: () => number; set: (until: number) => void };
}

/**
 * Reads `RateLimit-Limit` and its kin, with `X-` or without, and the newer `RateLimit` with `RateLimit-Policy`: requests
 * a minute, and how many of them are left.
 */
export function limitIn(headers: Record<string, string>) {
  const own = Object.entries(headers).filter(([name]) => /^(x-)?ratelimit/.test(name));
  const text = own.map((header) => header.join('=')).join(' ');
  const read = (names: string, missing: number) =>
    Number(new RegExp(`\\b(?:${names})=(\\d+)`).exec(text)?.[1] ?? missing);
  const limit = read('limit|q', 0);
  // More is none for a browser; a window that is not a minute is left to `Retry-After`.
  const isLimit = limit > 0 && limit <= 100_000 && read('w', 60) === 60 && read('reset|t', 0) <= 60;
  return isLimit ? { limit, remaining: read('remaining|r', limit) } : undefined;
}

/**
 * Decides when a request may start: not before a `Retry-After` is over, and with the other tabs no more than the limit
 * in any minute; work in the background leaves a fifth of it to work by hand. See decisions/0026.
 */
export function createRateLimiter({ configured, channel, pause }: Options) {
  // All times are those of `performance.now()`.
  let own: number[] = [];
  let others: number[] = [];
  let known = { ...NOTHING, at: 0 };
  const id = Math.random();
  const send = (message: z.infer<typeof Message>) => channel.postMessage(message);

  const limit = () => Math.min(configured() ?? Infinity, known.limit || Infinity);
  /** A service that allows a single request gives all of it to the background as well. */
  const backgroundLimit = () => Math.max(1, Math.floor(limit() * 0.8));
  const recent = (times: number[]) =>
    times.filter((at) => at > performance.now() - WINDOW_MS).toSorted((one, other) => one - other);
  const sentHere = () => recent([...own, ...others]);
  const sent = () => recent([...own, ...others, ...Array<number>(known.elsewhere).fill(known.at)]);
  const pausedUntil = () => known.pauseMs && known.at + known.pauseMs;
  const pauseMs = () => Math.max(0, pausedUntil() - performance.now());

  /** When the nth request from now may start. What the key is used for elsewhere holds back the background only. */
  function startOf(isBackground: boolean, nth = 1): number {
    const now = Math.max(performance.now(), pausedUntil());
    if (limit() === Infinity) return now;
    const most = isBackground ? backgroundLimit() : limit();
    const before = isBackground ? sent() : sentHere();
    // Each takes the place of the one that leaves the window, the oldest first, window after window.
    const freeAt = (before.at(((nth - 1) % most) - most) ?? -Infinity) + WINDOW_MS;
    return Math.max(now, freeAt) + Math.floor((nth - 1) / most) * WINDOW_MS;
  }

  function learn(next: Known) {
    known = { ...next, at: performance.now() };
    const isNoticed = next.pauseMs > LONGEST_INTERACTIVE_WAIT_MS;
    if (isNoticed || next.pauseMs === 0) pause.set(Math.round(pausedUntil()));
  }

  channel.addEventListener('message', ({ data }) => {
    // Another app of this origin may post anything.
    const { opened, to = id, sentAgo = [], known: told } = Message.safeParse(data).data ?? {};
    // What another tab has asked for would be counted twice.
    if (to !== id) return;
    const now = performance.now();
    others = recent([...others, ...sentAgo.map((ago) => now - ago)]);
    if (told) learn(told);
    if (opened)
      send({
        to: opened,
        sentAgo: recent(own).map((at) => now - at),
        known: { ...known, pauseMs: pauseMs() },
      });
  });
  send({ opened: id });

  /** Milliseconds until the last of so many can start; how long the service takes to respond is not in it. */
  const msFor = (requests: number) => requests && startOf(true, requests) - performance.now();

  return {
    /** Waits until a request may start. @throws {ApiError} by hand, where that would be long: of the kind `paused` */
    async acquire({ isBackground, signal, onWait }: RequestToSend): Promise<void> {
      const latest = isBackground ? Infinity : performance.now() + LONGEST_INTERACTIVE_WAIT_MS;
      for (;;) {
        signal?.throwIfAborted();
        const at = startOf(isBackground);
        const ms = at - performance.now();
        if (ms <= 0) break;
        if (at > latest)
          throw new ApiError('The service asks to wait', { kind: 'paused', retryAfterMs: ms });
        await waitFor({ for: 'limit', ms }, signal, at > pausedUntil() ? undefined : onWait);
      }
      own = recent([...own, performance.now()]);
      if (limit() < Infinity) send({ sentAgo: [0] });
    },

    /** Waits, without a word, until the minute has room for work in the background. Takes nothing: `acquire` does. */
    async room(signal: AbortSignal): Promise<void> {
      for (let ms = msFor(1); ms > 0; ms = msFor(1)) await sleep(ms, signal);
    },

    /** Learns limits and pauses from a response. */
    notice({ end }: RequestLogEntry) {
      if (!end) return;
      const told = limitIn(end.response?.headers ?? {});
      const failure = end.failure?.kind === 'status' ? end.failure : undefined;
      // Refusals other than these may name a time for their one address.
      const isAsked = failure?.status === 429 || failure?.status === 503;
      const askedMs = (isAsked && failure.retryAfterMs) || 0;
      const assumed = failure?.status === 429 && limit() === Infinity ? ASSUMED_LIMIT : null;
      const elsewhere = told && Math.max(0, told.limit - told.remaining - sentHere().length);
      const next = {
        limit: told?.limit ?? known.limit ?? assumed,
        elsewhere: elsewhere ?? known.elsewhere,
        pauseMs: Math.max(pauseMs(), askedMs),
      };
      const hasElsewhere = told && next.elsewhere + known.elsewhere > 0;
      if (next.limit === known.limit && next.pauseMs === pauseMs() && !hasElsewhere) return;
      learn(next);
      send({ known: next });
    },

    msFor,
    /** What all tabs have started in this minute, and the limit; `undefined` where none is known. */
    use: () => (limit() < Infinity ? { used: sent().length, limit: limit() } : undefined),
    /** Milliseconds of `performance.now()` at which the pause is over; `undefined` without one that people notice. */
    until: () => (pause.get() > performance.now() ? pause.get() : undefined),
    /** At the end of a session: what one key may not do another may. */
    clear() {
      learn(NOTHING);
      send({ known: NOTHING });
    },
  };
}
