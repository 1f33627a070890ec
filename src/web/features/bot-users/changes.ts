/**
 * What this browser knows better than a page under way. Reads and changes overtake each other, so every change gets the
 * tick at which it was confirmed, every page that of its request, and `over` lays what is newer over the rows of a page.
 * `queries.ts` shows the result in the list. All of it ends with the session.
 */
import { nextMoment, type KnownBotUser } from '#bulk/bot-user-state.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { createStore } from '#web/lib/emitter.ts';

interface Confirmed {
  bot: BotUser;
  tick: number;
  requestedAt: number;
  /** Created here and not met in a page yet, so its place in the service's order is unknown: it stands on top. */
  isUnplaced: boolean;
}

/** A switch that the service has not answered. `presses`: how many wait for their turn or their response. */
interface Pending {
  wanted: boolean;
  /** The state to go back to. */
  confirmed: boolean;
  presses: number;
  /** Whether the service has answered a press of this row meanwhile. */
  isAnswered: boolean;
}

/** Why the last switch of a row failed. It stays until the row is pressed, changed or read again. */
export interface FailedSwitch {
  wanted: boolean;
  error: Error;
  tick: number;
}

/** By so much a response may come late. */
const LATEST_MS = 10 * 60_000;

let clock = 0;
const confirmed = new Map<string, Confirmed>();
const pending = new Map<string, Pending>();
/** Up to which tick a read of it is not believed: for ever after a deletion, for no id comes twice. */
const deleted = new Map<string, number>();
/** Id of the one that was removed last. */
export const lastRemoved = createStore('');
export const failedSwitches = createStore<ReadonlyMap<string, FailedSwitch>>(new Map());

export const tick = () => ++clock;
export const pendingSwitch = (id: string): Readonly<Pending> | undefined => pending.get(id);

export function clearChanges() {
  confirmed.clear();
  pending.clear();
  deleted.clear();
  failedSwitches.set(new Map());
}

/** A press of a switch. @returns the row to show */
export function applyOptimistic(bot: BotUser, active: boolean): BotUser {
  const before = pending.get(bot.id) ?? { confirmed: bot.active, presses: 0, isAnswered: false };
  pending.set(bot.id, { ...before, wanted: active, presses: before.presses + 1 });
  setFailed(bot.id, undefined);
  return shown(bot);
}

/** One press has had its turn; after the last one the row shows the confirmed state again. */
export function settle(id: string) {
  const state = pending.get(id);
  if (state && --state.presses === 0) pending.delete(id);
}

/** The last press failed. @returns the state to show; the failure is kept for the row unless the wish is met all the same */
export function rollback(id: string, error: Error): boolean | undefined {
  const state = pending.get(id);
  pending.delete(id);
  if (state && state.confirmed !== state.wanted)
    setFailed(id, { wanted: state.wanted, error, tick: tick() });
  return state?.confirmed;
}

/** @returns the row as it is known now; `undefined`: it is deleted */
export function confirm(change: KnownBotUser, isLoaded: boolean): BotUser | undefined {
  const { bot, requestedAt, type } = change;
  // What is requested from now on is later than this, whatever the clock says.
  nextMoment(requestedAt);
  if (deleted.get(bot.id) === Infinity) return undefined;
  const before = confirmed.get(bot.id);
  const isOvertaken = before && before.requestedAt > requestedAt;
  // Further back is no response that came late, but a tab that was opened after the clock was set back.
  if (isOvertaken && before.requestedAt - requestedAt < LATEST_MS) return shown(before.bot);
  const isUnplaced = before?.isUnplaced ?? (type === 'created' && !isLoaded);
  confirmed.set(bot.id, { bot, requestedAt, tick: tick(), isUnplaced });
  learn(bot, clock);
  const state = pending.get(bot.id);
  if (state) state.isAnswered = true;
  return shown(bot);
}

/** @param before the tick of a read that did not find it; without, it is deleted */
export function remove(id: string, before = Infinity) {
  deleted.set(id, Math.max(before, deleted.get(id) ?? 0));
  confirmed.delete(id);
  pending.delete(id);
  setFailed(id, undefined);
  lastRemoved.set(id);
}

/** Rows that were read, with everything that is newer. @param askedAt the tick of their request */
export const over = (rows: readonly BotUser[], askedAt: number): BotUser[] =>
  rows.flatMap((read) => {
    if ((deleted.get(read.id) ?? -1) > askedAt) return [];
    const change = confirmed.get(read.id);
    const bot = change && change.tick > askedAt ? change.bot : read;
    learn(bot, askedAt);
    return shown(bot);
  });

/** Whether a row was changed or created here after a tick. */
export const isNewer = (id: string, since: number) => (confirmed.get(id)?.tick ?? 0) > since;

/** Created after a page was requested, newest first: the page cannot have them. */
export const createdSince = (askedAt: number): BotUser[] =>
  [...confirmed.values()]
    .filter((change) => change.isUnplaced && change.tick > askedAt)
    .map(({ bot }) => shown(bot))
    .toReversed();

export const isUnplaced = (id: string) => confirmed.get(id)?.isUnplaced === true;

/** So long a service may not show everywhere what was created. */
const FRESH_MS = 10_000;
export const isFresh = (id: string) =>
  isUnplaced(id) && Date.now() - (confirmed.get(id)?.requestedAt ?? 0) < FRESH_MS;

/** A row that was created here was met in a page. @returns whether that was the first time */
export function takePlace(id: string): boolean {
  const isFirst = isUnplaced(id);
  const change = confirmed.get(id);
  if (change) change.isUnplaced = false;
  return isFirst;
}

/** The row with the switch that is under way. */
function shown(bot: BotUser): BotUser {
  const state = pending.get(bot.id);
  return state && state.wanted !== bot.active ? { ...bot, active: state.wanted } : bot;
}

/** What the service says of a row is where a failed switch goes back to, and newer than why an earlier one failed. */
function learn({ id, active }: BotUser, askedAt: number) {
  const state = pending.get(id);
  if (state) state.confirmed = active;
  const failed = failedSwitches.get().get(id);
  if (failed && failed.tick < askedAt) setFailed(id, undefined);
}

function setFailed(id: string, failed: FailedSwitch | undefined) {
  const next = new Map(failedSwitches.get());
  if (failed) next.set(id, failed);
  else if (!next.delete(id)) return;
  failedSwitches.set(next);
}
