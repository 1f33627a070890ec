/**
 * What this browser knows better than a page under way. Reads and changes overtake each other, so every change gets the
 * tick at which it was confirmed, every page that of its request, and `over` lays what is newer over the rows of a page.
 * `queries.ts` shows the result in the list. All of it ends with the session.
 */
import { nextMoment, type KnownBotUser } from '#bulk/bot-user-state.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { createStore } from '#web/lib/store.ts';

interface Confirmed {
  bot: BotUser;
  tick: number;
  requestedAt: number;
  /** Created here and not met in a page yet, so its place in the service's order is unknown: it stands on top. */
  isUnplaced: boolean;
}

/** The last press of a switch: it is under way, or it has failed. The list itself shows what the service has said. */
export interface Press {
  wanted: boolean;
  /** Why it failed. It stays until the row is pressed, changed or read again. */
  failed?: { error: Error; tick: number } | undefined;
}

let clock = 0;
const confirmed = new Map<string, Confirmed>();
/** Up to which tick a read of it is not believed: for ever after a deletion, for no id comes twice. */
const deleted = new Map<string, number>();
export const presses = createStore<ReadonlyMap<string, Press>>(new Map());

export const tick = () => ++clock;

export function pressUnderWay(id: string): Press | undefined {
  const press = presses.get().get(id);
  return press?.failed ? undefined : press;
}

/** Whether the switch of a row is on: as it was pressed, until the service has answered. */
export const isSwitchedOn = ({ id, active }: BotUser) => pressUnderWay(id)?.wanted ?? active;

export function clearChanges() {
  confirmed.clear();
  deleted.clear();
  presses.set(new Map());
}

/** The last press has had its turn. @param error why it failed */
export function endPress(id: string, error?: Error) {
  const press = pressUnderWay(id);
  if (press) setPress(id, error && { ...press, failed: { error, tick: tick() } });
}

/** @returns the row as it is known now; `undefined`: it is deleted */
export function confirm(change: KnownBotUser, isLoaded: boolean): BotUser | undefined {
  const { bot, requestedAt, type } = change;
  // What is requested from now on is later than this, whatever the clock says.
  nextMoment(requestedAt);
  if (deleted.get(bot.id) === Infinity) return undefined;
  const before = confirmed.get(bot.id);
  if (before && before.requestedAt > requestedAt) return before.bot;
  const isUnplaced = before?.isUnplaced ?? (type === 'created' && !isLoaded);
  confirmed.set(bot.id, { bot, requestedAt, tick: tick(), isUnplaced });
  clearFailure(bot.id, clock);
  return bot;
}

/** @param before the tick of a read that did not find it; without, it is deleted */
export function remove(id: string, before = Infinity) {
  deleted.set(id, Math.max(before, deleted.get(id) ?? 0));
  confirmed.delete(id);
  setPress(id, undefined);
}

/** Rows that were read, with everything that is newer. @param askedAt the tick of their request */
export const over = (rows: readonly BotUser[], askedAt: number): BotUser[] =>
  rows.flatMap((read) => {
    if ((deleted.get(read.id) ?? -1) > askedAt) return [];
    const change = confirmed.get(read.id);
    const bot = change && change.tick > askedAt ? change.bot : read;
    clearFailure(bot.id, askedAt);
    return bot;
  });

/** Whether a row was changed or created here after a tick. */
export const isNewer = (id: string, since: number) => (confirmed.get(id)?.tick ?? 0) > since;

/** Created after a page was requested, newest first: the page cannot have them. */
export const createdSince = (askedAt: number): BotUser[] =>
  [...confirmed.values()]
    .filter((change) => change.isUnplaced && change.tick > askedAt)
    .map(({ bot }) => bot)
    .toReversed();

export const isUnplaced = (id: string) => confirmed.get(id)?.isUnplaced === true;

/** A service may take this long until it shows everywhere what was created, in milliseconds. */
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

/** What the service says of a row is newer than why an earlier press of it failed. */
function clearFailure(id: string, askedAt: number) {
  const failed = presses.get().get(id)?.failed;
  if (failed && failed.tick < askedAt) setPress(id, undefined);
}

export function setPress(id: string, press: Press | undefined) {
  const next = new Map(presses.get());
  if (press) next.set(id, press);
  else if (!next.delete(id)) return;
  presses.set(next);
}
