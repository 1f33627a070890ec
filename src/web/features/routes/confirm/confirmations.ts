import type { QueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { failureOf } from '#client/errors.ts';
import { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { run } from '#web/api/query-client.ts';
import { isSameRoute, routeKey, type RouteIds } from '#web/features/routes/kept-route.ts';
import { isSameModule } from '#web/features/routes/module-read.ts';
import { changeModule, readModule } from '#web/features/routes/queries.ts';
import { createDeviceValue } from '#web/lib/device-storage.ts';
import { shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import type { Receipt } from '#web/ui/feedback/receipt.tsx';

export const CONFIRM_WITHIN_MS = 120_000;
/** So long after its end a change still goes back by itself; later a person is asked. */
const ACTS_FOR_MS = 3_600_000;
const TRY_AGAIN_MS = 5000;

/** A change that goes back unless somebody keeps it. */
export const Unconfirmed = z.object({
  edge_id: z.string(),
  id: z.string(),
  /** What the route is called. */
  label: z.string(),
  /** What the service has saved, and what was there before; `null`: no module. */
  applied: z.nullable(IpRestrictionReplace),
  former: z.nullable(IpRestrictionReplace),
  /** Milliseconds since 1970. */
  until: z.number(),
  /** The account whose key has made it: no other one takes it back. */
  account: z.string(),
  /** Why it could not go back by itself: a sentence. */
  problem: z.exactOptional(z.string()),
});
export type Unconfirmed = z.infer<typeof Unconfirmed>;

const open = () =>
  createDeviceValue<Unconfirmed[]>({
    key: `gatehouse.unconfirmed.${runtimeConfig().service_host}`,
    read: (content) =>
      (Array.isArray(content) ? content : []).flatMap(
        (entry) => z.safeParse(Unconfirmed, entry).data ?? [],
      ),
  });
let store: ReturnType<typeof open> | undefined;
/** Made at its first use: the configuration is there by then. */
const entriesOnDevice = () => (store ??= open());

const without = (entries: Unconfirmed[], route: RouteIds) =>
  entries.filter((entry) => !isSameRoute(entry, route));

/**
 * From now on a change goes back by itself unless it is kept. One more change of the route before that goes back, with
 * the first, to what was there before both.
 */
export function askToConfirm(
  route: RouteIds,
  label: string,
  former: IpRestrictionReplace | null,
  applied: IpRestrictionReplace | null,
) {
  const account = session.account();
  if (account === undefined) return;
  entriesOnDevice().change((entries) => {
    const first = entries.find((entry) => isSameRoute(entry, route));
    const entry: Unconfirmed = {
      edge_id: route.edge_id,
      id: route.id,
      label,
      applied,
      former: first && isSameModule(first.applied, former) ? first.former : former,
      until: Date.now() + CONFIRM_WITHIN_MS,
      account,
    };
    return [...without(entries, route), entry];
  });
}

/** Otherwise it goes back only as long as this tab is open. */
export const isKeptOnDevice = () => entriesOnDevice().isSaved();

export const keepChange = (route: RouteIds) =>
  entriesOnDevice().change((entries) => without(entries, route));

/** Those of this key, the next to go back first. */
export function useUnconfirmed(): Unconfirmed[] {
  const entries = useSyncExternalStore(entriesOnDevice().subscribe, entriesOnDevice().get);
  return useMemo(() => ownOf(entries), [entries]);
}

const ownOf = (entries: Unconfirmed[]) =>
  entries
    .filter(({ account }) => account === session.account())
    .toSorted((a, b) => a.until - b.until);

/** Nothing happens by itself any more. */
export const isTooLate = ({ until }: Unconfirmed, now: number) => now - until >= ACTS_FOR_MS;

const isWaiting = (entry: Unconfirmed) =>
  entry.problem === undefined && !isTooLate(entry, Date.now());

/** The clock was set back: none waits longer than it was promised. */
function shortenWaits() {
  const latest = Date.now() + CONFIRM_WITHIN_MS;
  if (
    entriesOnDevice()
      .get()
      .some(({ until }) => until > latest)
  )
    entriesOnDevice().change((entries) =>
      entries.map((entry) => ({ ...entry, until: Math.min(entry.until, latest) })),
    );
}

const isSameEntry = (a: Unconfirmed, b: Unconfirmed) => isSameRoute(a, b) && a.until === b.until;

/** By `routeKey`: a press at the last moment joins what the clock has begun. */
const underWay = new Map<string, Promise<Receipt | undefined>>();

/**
 * Puts back what was there, by a conditional write and only where the route is still as it was applied.
 *
 * @returns what to tell; `undefined`: it is to be tried again
 */
export function putBack(client: QueryClient, entry: Unconfirmed): Promise<Receipt | undefined> {
  const key = routeKey(entry);
  const going =
    underWay.get(key) ?? tryToPutBack(client, entry).finally(() => underWay.delete(key));
  underWay.set(key, going);
  return going;
}

async function tryToPutBack(client: QueryClient, entry: Unconfirmed): Promise<Receipt | undefined> {
  const { edge_id, id, applied, former } = entry;
  const route = { edge_id, id };
  const label = shorten(entry.label);
  const back = { text: `${label} is as it was before: the change was not kept.` };
  const changed = { failed: true, text: `${label} was not put back: it was changed since.` };
  try {
    const basis = await readModule(route);
    if (isSameModule(basis.module, former)) return end(back);
    if (!isSameModule(basis.module, applied)) return end(changed);
    // "Keep" was pressed while it was read, in this tab or another.
    if (
      !entriesOnDevice()
        .get()
        .some((other) => isSameEntry(other, entry))
    )
      return { text: `The change of ${label} is kept.` };
    const { kind, read } = await run(client, changeModule(route), { wanted: former, basis });
    if (isSameModule(read.module, former)) return end(back);
    if (kind === 'changed') return end(changed);
    const text = `${label} was put back, but the service saved something different. Open it and check.`;
    return end({ failed: true, text });
  } catch (error) {
    if (isTransient(error)) return undefined;
    const problem = reasonOf(error);
    entriesOnDevice().change((entries) =>
      entries.map((other) => (isSameEntry(other, entry) ? { ...other, problem } : other)),
    );
    return { failed: true, text: `${label} was not put back. ${problem}` };
  }

  function end(receipt: Receipt): Receipt {
    entriesOnDevice().change((entries) => entries.filter((other) => !isSameEntry(other, entry)));
    return receipt;
  }
}

/** It may work in a moment, and nothing is done twice: each try reads first. */
function isTransient(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure === undefined) return false;
  if (failure.kind !== 'status') return failure.kind !== 'shape';
  return failure.status === 401 || failure.status === 429 || failure.status >= 500;
}

/**
 * Puts back what nobody has kept, when its time is over. Of several tabs one does it.
 *
 * @returns ends the watch
 */
export function watchUnconfirmed(
  client: QueryClient,
  tell: (receipt: Receipt) => void,
  locks: Locks | null | undefined = navigator.locks,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;

  function schedule(atLeastMs = 0) {
    clearTimeout(timer);
    shortenWaits();
    const [next] = ownOf(entriesOnDevice().get()).filter(isWaiting);
    if (next === undefined || hasEnded) return;
    timer = setTimeout(() => void act(), Math.max(atLeastMs, next.until - Date.now()));
  }

  async function act() {
    let isDone = false;
    await withLock(locks, async () => {
      if (hasEnded || session.state().kind !== 'signed-in') return;
      const due = ownOf(entriesOnDevice().get()).filter(
        (entry) => isWaiting(entry) && entry.until <= Date.now(),
      );
      // One that cannot be reached does not keep the others waiting.
      const receipts = await Promise.all(
        due.map(async (entry) => {
          const receipt = await putBack(client, entry);
          if (receipt && !hasEnded) tell(receipt);
          return receipt;
        }),
      );
      isDone = !receipts.includes(undefined);
    });
    schedule(isDone ? 0 : TRY_AGAIN_MS);
  }

  const again = () => schedule();
  const stop = entriesOnDevice().subscribe(again);
  window.addEventListener('online', again);
  // Timers stand still while the machine sleeps.
  document.addEventListener('visibilitychange', again);
  schedule();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    stop();
    window.removeEventListener('online', again);
    document.removeEventListener('visibilitychange', again);
  };
}

type Locks = Pick<LockManager, 'request'>;

/** Another tab that has the lock does it. A browser without locks has each tab for itself, and each try reads first. */
async function withLock(locks: Locks | null | undefined, work: () => Promise<void>): Promise<void> {
  if (!locks) return work();
  await locks.request('gatehouse-unconfirmed', { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
  });
}
