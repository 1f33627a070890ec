import * as z from 'zod/mini';
import type { RequestToSend } from '#client/api-client.ts';
import { ApiError } from '#client/errors.ts';
import type { RequestLogEntry } from '#client/request-log.ts';
import { LONGEST_INTERACTIVE_WAIT_MS, LONGEST_PAUSE_MS, sleep, waitFor } from '#client/retry.ts';

/** A minute, and more: a request may have been on its way for longer than the one that takes its place. */
const WINDOW_MS = 61_000;
/** Requests a minute of a service that refuses for a limit and does not name it. */
const ASSUMED_LIMIT = 120;

/** More requests a minute than a browser can send are no limit. */
const LIMIT_MAX = 100_000;

const Known = z.object({
  limit: z.nullable(z.int().check(z.nonnegative(), z.maximum(LIMIT_MAX))),
  pauseMs: z.number().check(z.nonnegative(), z.maximum(LONGEST_PAUSE_MS)),
});
/** What responses have told: requests a minute, and the pause asked for. */
type Known = z.infer<typeof Known>;
const NOTHING: Known = { limit: null, pauseMs: 0 };

/** What tabs tell each other: that a request is sent now, that all is forgotten, or what one of them has learned. */
const Message = z.union([z.enum(['sent', 'cleared']), Known]);

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

/** Reads requests a minute from `RateLimit-Limit`, with `X-` or without. A longer window is left to `Retry-After`. */
function limitIn(headers: Record<string, string>): number | undefined {
  const read = (name: string) =>
    parseInt(headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`] ?? '', 10);
  const limit = read('limit');
  return limit > 0 && limit <= LIMIT_MAX && !(read('reset') > 60) ? limit : undefined;
}

/**
 * Decides when a request may start: not before a `Retry-After` is over, and with the other tabs no more than the limit
 * in any minute; work in the background leaves a fifth of it to work by hand. See decisions/0026.
 */
export function createRateLimiter({ configured, channel, pause }: Options) {
  // All times are those of `performance.now()`.
  /** When this tab and the others have sent the requests of the last minute. */
  let sent: number[] = [];
  let known = NOTHING;
  let pausedUntil = 0;
  const send = (message: z.infer<typeof Message>) => channel.postMessage(message);

  const limit = () => Math.min(configured() ?? Infinity, known.limit || Infinity);
  /** A service that allows a single request gives all of it to the background as well. */
  const backgroundLimit = () => Math.max(1, Math.floor(limit() * 0.8));
  const recent = () => sent.filter((at) => at > performance.now() - WINDOW_MS);
  const count = () => void (sent = [...recent(), performance.now()]);
  const pauseMs = () => Math.max(0, pausedUntil - performance.now());

  /** When the nth request from now may start. */
  function startOf(isBackground: boolean, nth = 1): number {
    const now = Math.max(performance.now(), pausedUntil);
    if (limit() === Infinity) return now;
    const most = isBackground ? backgroundLimit() : limit();
    // Each takes the place of the one that leaves the window, the oldest first, window after window.
    const freeAt = (recent().at(((nth - 1) % most) - most) ?? -Infinity) + WINDOW_MS;
    return Math.max(now, freeAt) + Math.floor((nth - 1) / most) * WINDOW_MS;
  }

  function learn(next: Known) {
    known = next;
    pausedUntil = next.pauseMs && performance.now() + next.pauseMs;
    const isNoticed = next.pauseMs > LONGEST_INTERACTIVE_WAIT_MS;
    if (isNoticed || next.pauseMs === 0) pause.set(Math.round(pausedUntil));
  }

  channel.addEventListener('message', ({ data }) => {
    // Another app of this origin may post anything.
    const message = Message.safeParse(data).data;
    if (message === 'sent') count();
    else if (message === 'cleared') learn(NOTHING);
    else if (message) {
      // The other tab may have been opened since, and know of no pause.
      const { limit: told, pauseMs: ms } = message;
      learn({ limit: told ?? known.limit, pauseMs: Math.max(pauseMs(), ms) });
    }
  });

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
        await waitFor({ for: 'limit', ms }, signal, at > pausedUntil ? undefined : onWait);
      }
      count();
      if (limit() < Infinity) send('sent');
    },

    /** Waits, without a word, until the minute has room for work in the background. Takes nothing: `acquire` does. */
    async room(signal: AbortSignal): Promise<void> {
      for (let ms = msFor(1); ms > 0; ms = msFor(1)) await sleep(ms, signal);
    },

    /** Learns limits and pauses from a response. */
    notice({ end }: RequestLogEntry) {
      if (!end) return;
      const failure = end.failure?.kind === 'status' ? end.failure : undefined;
      // Refusals other than these may name a time for their one address.
      const isAsked = failure?.status === 429 || failure?.status === 503;
      const askedMs = (isAsked && failure.retryAfterMs) || 0;
      const assumed = failure?.status === 429 && limit() === Infinity ? ASSUMED_LIMIT : null;
      const next = {
        limit: limitIn(end.response?.headers ?? {}) ?? known.limit ?? assumed,
        pauseMs: Math.max(pauseMs(), askedMs),
      };
      if (next.limit === known.limit && next.pauseMs === pauseMs()) return;
      learn(next);
      send(next);
    },

    msFor,
    /** What all tabs have started in this minute, and the limit; `undefined` where none is known. */
    use: () => (limit() < Infinity ? { used: recent().length, limit: limit() } : undefined),
    /** Milliseconds of `performance.now()` at which the pause is over; `undefined` without one that people notice. */
    until: () => (pause.get() > performance.now() ? pause.get() : undefined),
    /** At the end of a session: what one key may not do another may. */
    clear() {
      learn(NOTHING);
      send('cleared');
    },
  };
}
