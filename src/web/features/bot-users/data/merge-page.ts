import type { BotUser } from '#contract/bot-user.ts';
import type { BotUserCache } from '#web/features/bot-users/data/cache.ts';
import { isSameBotUser } from '#web/features/bot-users/data/edit-pages.ts';
import type { Page } from '#web/features/bot-users/data/pages.ts';

/** What reading again from the top has found. */
export type RefreshResult = {
  added: number;
  changed: number;
  gone: string[];
  /** Whether everything that was loaded has been looked at. */
  isComplete: boolean;
};

type ReadRow = { bot: BotUser; requested: number };

/** How far one pass from the top has come. */
export type Pass = {
  /** Sequence number of its begin: what was changed here since is not missed. */
  since: number;
  read: Set<string>;
  /** Rows that have got their place, as they came. */
  placed: string[];
  /** Rows below them, not known here: only a known row below tells that they belong above it. */
  tail: ReadRow[];
  /** Whether some rows since the last placed one could not be read: what seems to be missing may be one of those. */
  hasUnreadable: boolean;
  result: RefreshResult;
};

export const createPass = (since: number): Pass => ({
  since,
  read: new Set(),
  placed: [],
  tail: [],
  hasUnreadable: false,
  result: { added: 0, changed: 0, gone: [], isComplete: false },
});

/** The last row that was read and is still here. */
export const lastPlaced = ({ placed }: Pass, cache: BotUserCache) =>
  placed.findLast(cache.has) ?? null;

/**
 * Takes in a page of the pass: edits at once, new rows and what is missing as soon as a known row below was read.
 *
 * @param isEnd whether the service has no more rows
 * @returns whether it met a row that had its place here
 */
export function mergePage(cache: BotUserCache, pass: Pass, page: Page, isEnd: boolean): boolean {
  const requested = cache.requestedAt(page);
  for (const bot of page.bot_users) {
    if (pass.read.has(bot.id)) continue;
    pass.read.add(bot.id);
    pass.tail.push({ bot, requested });
  }
  if (page.unreadable > 0) pass.hasUnreadable = true;
  const foundOverlap = placeTail(cache, pass, isEnd);
  // Those at the end of this page may stand between its last row and the next page.
  if (foundOverlap) pass.hasUnreadable = page.unreadable > 0;
  return foundOverlap;
}

/** Gives a place to what was read, down to the last row that is known; with `isEnd` to all of it. */
export function placeTail(cache: BotUserCache, pass: Pass, isEnd = false): boolean {
  const { changes } = cache;
  const isAnyKnown = !cache.hasPlaced();
  const isKnown = (id: string) => (isAnyKnown ? cache.has(id) : cache.isPlaced(id));
  const known = pass.tail.findLastIndex(({ bot }) => isKnown(bot.id));
  const end = isEnd ? pass.tail.length : known + 1;
  if (end === 0 && !isEnd) return false;

  const rows = pass.tail
    .splice(0, end)
    .flatMap(({ bot, requested }) => changes.over([bot], requested));
  const above = lastPlaced(pass, cache);
  const loaded = loadedBelow(cache, above, isEnd ? undefined : rows);
  const placeOf = new Map(loaded.map(({ id }, place) => [id, place]));
  const edits = new Map<string, BotUser | null>();
  const after = new Map<string | null, BotUser[]>();
  let isMoved = false;
  let place = -1;
  let anchor = above;
  for (const bot of rows) {
    const { id } = bot;
    const before = cache.find(id);
    const at = placeOf.get(id);
    const wasPlaced = !changes.unplaced.delete(id);
    pass.placed.push(id);
    if (before && !isSameBotUser(before, bot)) {
      edits.set(id, bot);
      pass.result.changed += 1;
    }
    if (wasPlaced && at !== undefined && at > place) {
      place = at;
      anchor = id;
      continue;
    }
    // New, made here, or moved: it belongs below the row that it was read after.
    if (before) edits.set(id, null);
    else pass.result.added += 1;
    isMoved ||= before !== undefined && wasPlaced;
    after.set(anchor, [...(after.get(anchor) ?? []), bot]);
  }

  // In another order than before, a row may have moved to where it was not read.
  const canMiss = !isMoved && !pass.hasUnreadable;
  const passed = canMiss ? loaded.slice(0, isEnd ? undefined : place + 1) : [];
  // Those that were made here stand in front, but the service may have them anywhere.
  const isLater = (id: string) => changes.isNewer(id, pass.since) || changes.unplaced.has(id);
  const missing = passed.map(({ id }) => id).filter((id) => !isLater(id));
  if (isEnd && canMiss)
    for (const id of changes.unplaced)
      if (cache.has(id) && !changes.isNewer(id, pass.since)) missing.push(id);
  for (const id of missing) {
    if (pass.read.has(id)) continue;
    edits.set(id, null);
    pass.result.gone.push(id);
  }
  cache.edit({ rows: edits, after });
  return known !== -1;
}

/** Loaded rows below one, to the page of the last of some others. */
function loadedBelow(
  cache: BotUserCache,
  above: string | null,
  until: readonly BotUser[] | undefined,
): BotUser[] {
  const pages = cache.data()?.pages ?? [];
  const from = above === null ? 0 : (cache.pageOf(above) ?? 0);
  const to = until
    ? Math.max(-1, ...until.map(({ id }) => cache.pageOf(id) ?? -1))
    : pages.length - 1;
  const rows = pages.slice(from, to + 1).flatMap(({ bot_users }) => bot_users);
  return rows.slice(rows.findIndex(({ id }) => id === above) + 1);
}
