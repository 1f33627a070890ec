import * as z from 'zod/mini';
import type { RequestToSend } from '#client/api-client.ts';
import { ApiError } from '#client/errors.ts';
import type { RequestLogEntry } from '#client/request-log.ts';
import { LONGEST_INTERACTIVE_WAIT_MS, LONGEST_PAUSE_MS, sleep, waitFor } from '#client/retry.ts';
import { configuredLimit } from '#web/api/config.ts';
import { limitIn } from '#web/api/limit-headers.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

/** A minute, and more: a request may have been on its way for longer than the one that takes its place. */
const WINDOW_MS = 61_000;
/** Requests a minute of a service that refuses for a limit and does not name it. */
const ASSUMED_LIMIT = 120;

const Count = z.int().check(z.nonnegative(), z.maximum(100_000));
const Milliseconds = z.number().check(z.nonnegative(), z.maximum(LONGEST_PAUSE_MS));
/** What tabs tell each other, in durations: they have no clock in common that is never set back. */
const Message = z.object({
  /** A tab was opened: the others tell what they know. */
  isOpened: z.optional(z.boolean()),
  /** Milliseconds since each request of the tab that tells. */
  sentAgo: z.optional(z.array(Milliseconds)),
  known: z.optional(
    z.object({ limit: z.nullable(Count), elsewhere: Count, pauseMs: Milliseconds }),
  ),
});

export interface RateLimiterOptions {
  /** Requests a minute by the operator's word; `null`: the service has no limit, or tells it itself. */
  configured: () => number | null;
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
}
export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Decides when a request may start: not before a `Retry-After` is over, and with the other tabs no more than the limit
 * in any minute; work in the background leaves a fifth of it to work by hand. See decisions/0026.
 */
export function createRateLimiter({ configured, channel }: RateLimiterOptions) {
  // All times are those of `performance.now()`.
  let own: number[] = [];
  let others: number[] = [];
  /** `elsewhere`: requests that the service has counted and no tab of this browser has sent. */
  const NOTHING = { limit: null as number | null, elsewhere: 0, toldAt: 0, pausedUntil: 0 };
  let known = NOTHING;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Until when a pause lasts that people notice. */
  const pause = createStore<number | undefined>(undefined);
  const send = (message: z.infer<typeof Message>) => channel.postMessage(message);

  const limit = () => Math.min(configured() ?? Infinity, known.limit || Infinity);
  /** A service that allows a single request gives all of it to the background as well. */
  const backgroundLimit = () => Math.max(1, Math.floor(limit() * 0.8));
  const recent = (times: number[]) => times.filter((at) => at > performance.now() - WINDOW_MS);
  const sentHere = () => recent([...own, ...others]).toSorted((one, other) => one - other);
  function sent() {
    const elsewhere = Array<number>(known.elsewhere).fill(known.toldAt);
    return recent([...sentHere(), ...elsewhere]).toSorted((one, other) => one - other);
  }
  const pauseMs = () => Math.max(0, known.pausedUntil - performance.now());

  /** When the nth request from now may start. What the key is used for elsewhere holds back the background only. */
  function startOf(isBackground: boolean, nth = 1): number {
    const now = Math.max(performance.now(), known.pausedUntil);
    if (limit() === Infinity) return now;
    const most = isBackground ? backgroundLimit() : limit();
    const before = isBackground ? sent() : sentHere();
    // Each takes the place of the one that leaves the window, the oldest first, window after window.
    const freeAt = (before.at(((nth - 1) % most) - most) ?? -Infinity) + WINDOW_MS;
    return Math.max(now, freeAt) + Math.floor((nth - 1) / most) * WINDOW_MS;
  }

  /** Tells the listeners, and once a second for as long as time alone changes something. */
  function update() {
    clearTimeout(timer);
    [own, others] = [recent(own), recent(others)];
    if (pauseMs() > 0 || (limit() < Infinity && sent().length > 0))
      timer = setTimeout(update, 1000);
    const isNoticed = pause.get() !== undefined || pauseMs() > LONGEST_INTERACTIVE_WAIT_MS;
    pause.set(pauseMs() > 0 && isNoticed ? known.pausedUntil : undefined);
  }

  function learn(next: Omit<typeof known, 'toldAt'>, isOwn: boolean) {
    const { limit: before, elsewhere, pausedUntil } = known;
    const isNews = next.limit !== before || next.pausedUntil !== pausedUntil;
    if (!isNews && next.elsewhere + elsewhere === 0) return;
    known = { ...next, toldAt: performance.now() };
    if (isOwn) tellKnown();
    update();
  }
  const tellKnown = (more: z.infer<typeof Message> = {}) =>
    send({
      ...more,
      known: { limit: known.limit, elsewhere: known.elsewhere, pauseMs: pauseMs() },
    });

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // Another app of this origin may post anything.
    const { isOpened, sentAgo = [], known: told } = Message.safeParse(data).data ?? {};
    const now = performance.now();
    others.push(...sentAgo.map((ago) => now - ago));
    if (isOpened) tellKnown({ sentAgo: recent(own).map((at) => now - at) });
    if (told) learn({ ...told, pausedUntil: told.pauseMs && now + told.pauseMs }, false);
    if (sentAgo.length > 0) update();
  });
  send({ isOpened: true });

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
        await waitFor({ for: 'limit', ms }, signal, at > known.pausedUntil ? undefined : onWait);
      }
      own = [...recent(own), performance.now()];
      if (limit() === Infinity) return;
      send({ sentAgo: [0] });
      update();
    },

    /** Waits, without a word, until the minute has room for work in the background. Takes nothing: `acquire` does. */
    async room(signal: AbortSignal): Promise<void> {
      for (let ms = msFor(1); ms > 0; ms = msFor(1)) await sleep(ms, signal);
    },

    /** Learns limits and pauses from a response. */
    notice({ end }: RequestLogEntry) {
      const failure = end?.failure?.kind === 'status' ? end.failure : undefined;
      const told = limitIn(end?.response?.headers ?? {});
      // Refusals other than these may name a time for their one address.
      const isAsked = failure !== undefined && [429, 503].includes(failure.status);
      const askedMs = (isAsked && failure.retryAfterMs) || 0;
      const assumed = failure?.status === 429 && limit() === Infinity ? ASSUMED_LIMIT : null;
      const left = told ? told.limit - told.remaining - sentHere().length : known.elsewhere;
      const askedUntil = askedMs && performance.now() + Math.min(askedMs, LONGEST_PAUSE_MS);
      const pausedUntil = Math.max(known.pausedUntil, askedUntil);
      const next = { limit: told?.limit ?? known.limit ?? assumed, pausedUntil };
      if (end) learn({ ...next, elsewhere: Math.max(0, left) }, true);
    },

    /** Requests that work in the background may start in a minute; `null`: no limit is known. */
    perMinute: () => (limit() < Infinity ? backgroundLimit() : null),
    msFor,
    /** What all tabs have started in this minute, and the limit; `undefined` where none is known. */
    use: () => (limit() < Infinity ? { used: sent().length, limit: limit() } : undefined),
    /** Milliseconds of `performance.now()` at which the pause is over; `undefined` without one that people notice. */
    until: pause.get,
    subscribe: pause.subscribe,
    /** At the end of a session: what one key may not do another may. */
    clear: () => learn(NOTHING, true),
  };
}

/** Of this tab. */
export const rateLimiter = createRateLimiter({
  configured: configuredLimit,
  channel: new BroadcastChannel('gatehouse-requests'),
});

session.onEnd(rateLimiter.clear);
