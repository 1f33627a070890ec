import { openDB, type IDBPDatabase } from 'idb';
import * as z from 'zod/mini';
import type { RequestToSend } from '#client/api-client.ts';
import { ApiError } from '#client/errors.ts';
import type { RequestEnd } from '#client/request-log.ts';
import { LONGEST_INTERACTIVE_WAIT_MS, LONGEST_PAUSE_MS, sleep, waitFor } from '#client/retry.ts';
import { apiBase } from '#web/api/config.ts';
import { limitIn } from '#web/api/limit-headers.ts';
import type { BudgetStart } from '#web/api/rate-limiter.ts';

/** A minute, and more: a request may have been on its way for longer than the one that takes its place. */
const WINDOW_MS = 61_000;
const SECOND = 1000;

/** What all tabs share. By the clock of the day: they have no other one in common that goes on while they sleep. */
const Shared = z.object({
  /** When requests started in the last minute. */
  starts: z.array(z.int()),
  /** For each request that the key was used for elsewhere, when it was last told of. */
  others: z.array(z.int()),
  /** From headers. */
  limit: z.nullable(z.int().check(z.positive())),
  pausedUntil: z.int(),
});
type Shared = z.infer<typeof Shared>;
const NOTHING: Shared = { starts: [], others: [], limit: null, pausedUntil: 0 };

export interface BudgetOptions extends BudgetStart {
  /** Reads and writes what is kept, and no other tab between the two. */
  update: (change: (kept: unknown) => Shared) => Promise<unknown>;
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
}
export type Budget = ReturnType<typeof createBudget>;

/**
 * Decides when a request may start, for all tabs of the browser together: not before a `Retry-After` is over, never
 * more than the limit in any minute, and in the background no more than a share of it. Why so: decisions/0021.
 */
export function createBudget({ configured, started, pause, update, channel }: BudgetOptions) {
  let shared = NOTHING;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const limitOf = (now: Shared) => Math.min(configured() ?? Infinity, now.limit ?? Infinity);
  const isLimited = () => limitOf(shared) < Infinity;
  // Another app of this origin may write anything.
  const parse = (data: unknown) => Shared.safeParse(data).data ?? shared;

  /** When the nth request from now may start. What others send holds back the background only. */
  function startOf(now: Shared, isBackground: boolean, nth = 1): number {
    const most = isBackground ? backgroundShare(limitOf(now)) : limitOf(now);
    const before = isBackground ? sentIn(now) : recent(now.starts);
    // Each takes the place of the one that leaves the window, the oldest first, window after window.
    const left = (before.at(((nth - 1) % most) - most) ?? -Infinity) + WINDOW_MS;
    const windows = Math.floor((nth - 1) / most);
    return Math.max(Date.now(), now.pausedUntil, left) + windows * WINDOW_MS;
  }

  function show(next: Shared) {
    const ms = next.pausedUntil - Date.now();
    const until = ms > LONGEST_INTERACTIVE_WAIT_MS ? performance.now() + ms : undefined;
    const isKnown = ms > 0 && next.pausedUntil === shared.pausedUntil;
    shared = next;
    clearTimeout(timer);
    if (ms > 0 || sentIn(next).length > 0) timer = setTimeout(() => show(shared), SECOND);
    pause.set(isKnown ? pause.get() : until);
  }

  /** One tab after the other: each goes on from what the one before has left. */
  async function change(step: (next: Shared) => void): Promise<void> {
    function decide(kept?: unknown) {
      const known = parse(kept);
      const pausedUntil = Math.min(known.pausedUntil, Date.now() + LONGEST_PAUSE_MS);
      const next = { ...known, starts: recent(known.starts), pausedUntil };
      step(next);
      show(next);
      channel.postMessage(next);
      return next;
    }
    // Where the storage fails, or takes long, a tab goes by what it has heard.
    const isLate = sleep(SECOND).then(() => Promise.reject(new Error('Too late')));
    await Promise.race([update(decide), isLate]).catch(() => decide());
  }

  /** Holds here at once, and does no harm when it is done again. */
  function learn(step: (now: Shared) => Partial<Shared>) {
    const next = { ...shared, ...step(shared) };
    if (JSON.stringify(next) === JSON.stringify(shared)) return;
    show(next);
    void change((kept) => Object.assign(kept, step(kept)));
  }

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => show(parse(data)));
  if (isLimited()) void change((next) => next.starts.push(...started));

  return {
    perMinute: () => (isLimited() ? backgroundShare(limitOf(shared)) : null),
    use: () => (isLimited() ? { used: sentIn(shared).length, limit: limitOf(shared) } : undefined),
    msFor: (requests: number) => requests && startOf(shared, true, requests) - Date.now(),

    async acquire({ isBackground, signal, onWait }: RequestToSend): Promise<void> {
      const latest = isBackground ? Infinity : Date.now() + LONGEST_INTERACTIVE_WAIT_MS;
      let at = Infinity;
      function start(now: Shared) {
        at = startOf(now, isBackground);
        if (at <= Date.now()) now.starts.push(at);
      }
      for (;;) {
        if (isLimited()) await change(start);
        else start({ ...shared, starts: [] });
        signal?.throwIfAborted();
        const ms = at - Date.now();
        if (ms <= 0) return;
        if (at > latest)
          throw new ApiError('The service asks to wait', { kind: 'paused', retryAfterMs: ms });
        await waitFor({ for: 'limit', ms }, signal, at > shared.pausedUntil ? undefined : onWait);
      }
    },

    notice({ failure, response }: RequestEnd) {
      const told = limitIn(response?.headers ?? {});
      // Other refusals may name a time for their one address.
      const isAsked = failure?.kind === 'status' && [429, 503].includes(failure.status);
      const askedMs = (isAsked && failure.retryAfterMs) || 0;
      const askedUntil = askedMs && Date.now() + Math.min(askedMs, LONGEST_PAUSE_MS);
      learn((now) => {
        const pausedUntil = Math.max(now.pausedUntil, askedUntil);
        // A refusal without a limit may come from in between.
        if (!told) return { pausedUntil, ...(!failure && { limit: null, others: [] }) };
        // What is counted there and not here.
        const others = Math.max(0, told.limit - told.remaining - recent(now.starts).length);
        return { pausedUntil, limit: told.limit, others: Array<number>(others).fill(Date.now()) };
      });
    },
    clear: () => learn(({ starts }) => ({ ...NOTHING, starts })),
  };
}

/** A fifth stays free for work by hand; a service that allows a single request gives all of it. */
const backgroundShare = (limit: number) => Math.max(1, Math.floor(limit * 0.8));

/** Those in the window, oldest first. Where the clock was set back, what is ahead of it counts from now on. */
function recent(times: number[]): number[] {
  const past = times.map((at) => Math.min(at, Date.now()));
  return past.filter((at) => at > Date.now() - WINDOW_MS).toSorted((one, other) => one - other);
}
const sentIn = ({ starts, others }: Shared) => recent([...starts, ...others]);

/** Of the connected service. Where the browser keeps nothing, the tabs know of each other by messages alone. */
export function openBudget(start: BudgetStart): Budget {
  const name = 'gatehouse-budget';
  const base = apiBase();
  let opened: Promise<IDBPDatabase> | undefined;
  return createBudget({
    ...start,
    channel: new BroadcastChannel(`${name} ${base}`),
    async update(change) {
      opened ??= openDB(name, 1, { upgrade: (database) => void database.createObjectStore(name) });
      const { store, done } = (await opened).transaction(name, 'readwrite');
      await Promise.all([store.get(base).then((kept) => store.put(change(kept), base)), done]);
    },
  });
}
