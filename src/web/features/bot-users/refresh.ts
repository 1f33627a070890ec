import type { BotUser } from '#contract/bot-user.ts';
import {
  isNewer,
  isUnplaced,
  over,
  takePlace,
  tick,
} from '#web/features/bot-users/local-changes.ts';
import {
  editPages,
  isLoaded,
  loadedCount,
  nextOf,
  type BotUserPage,
  type BotUserPages,
} from '#web/features/bot-users/pages.ts';
import {
  isSameBotUser,
  loadedBotUser,
  loadedPages,
  loadedRows,
  readListPage,
  setPages,
} from '#web/features/bot-users/queries.ts';
import { deselectUnloaded } from '#web/features/bot-users/selection.ts';
import { session } from '#web/session/session.ts';

export interface RefreshResult {
  added: number;
  changed: number;
  removed: number;
  /** Selected rows that no longer exist: they are not selected any more. */
  deselected: number;
}

/**
 * So many pages are read without meeting a known row, or as many as are loaded. Then the list begins anew with what was
 * read.
 */
const PAGES_MIN = 10;

/** Rows that were created here stand on top, wherever the service has them: others may have created some between. */
const isPlaced = ({ id }: BotUser) => isLoaded(id) && !isUnplaced(id);

/**
 * Reads again from the top of the list until it meets a known row. Shows new rows, and what has changed or is gone among
 * the rows that it has read; all pages below stay as they are. It rejects with the failure of a page and has changed
 * nothing then.
 */
export async function refreshBotUsers(): Promise<RefreshResult> {
  const signal = session.signal();
  const since = tick();
  const read: BotUserPage[] = [];
  const ids = new Set<string>();
  const most = Math.max(PAGES_MIN, loadedPages().length);
  let isMet = false;
  let next = nextOf(read);
  while (next.query !== undefined && !isMet && read.length < most) {
    const page = await readListPage(next.query, { signal });
    signal.throwIfAborted();
    const { bot_users } = page;
    const isRepeated = bot_users.length > 0 && bot_users.every(({ id }) => ids.has(id));
    for (const { id } of bot_users) ids.add(id);
    read.push({ ...page, isRepeated });
    isMet = bot_users.some((bot) => loadedCount() === 0 || isPlaced(bot));
    next = nextOf(read);
  }
  const isEnd = next.end === 'last';
  if (isMet && loadedCount() > 0) return merge(read, since, isEnd);
  // A fault of the service tells nothing of the rows that are loaded.
  if (!isMet && next.end && !isEnd) return { added: 0, changed: 0, removed: 0, deselected: 0 };
  return replace(read, isEnd);
}

/** No known row was met: what was read is the list from now on, and more of it can be loaded. */
function replace(read: BotUserPages, isEnd: boolean) {
  const before = new Set(loadedRows().map(({ id }) => id));
  setPages(read);
  const added = loadedRows().filter(({ id }) => !before.has(id)).length;
  const deselected = deselectUnloaded();
  // What lies below the last page that was read may still exist.
  if (!isEnd) return { added, changed: 0, removed: 0, deselected: 0 };
  return { added, changed: 0, removed: before.size + added - loadedCount(), deselected };
}

function merge(read: BotUserPages, since: number, isEnd: boolean): RefreshResult {
  // With every change that is newer than its page; each once, for rows may move while pages are read.
  const rows = new Map(
    read
      .flatMap(({ bot_users, askedAt = 0 }) => over(bot_users, askedAt))
      .map((bot) => [bot.id, bot]),
  );
  const found = [...rows.values()];
  // An unknown row below the last known one may belong to a page that is not loaded.
  const taken = isEnd ? found : found.slice(0, found.findLastIndex(isPlaced) + 1);
  const takenIds = new Set(taken.map(({ id }) => id));
  const loaded = loadedRows();
  const places = new Map(loaded.map(({ id }, place) => [id, place]));
  const met = taken.flatMap((bot) => (isPlaced(bot) ? (places.get(bot.id) ?? []) : []));
  // In another order than before, a row may have moved to where it was not read; an unreadable row may be any.
  const isInOrder = met.every((place, at) => at === 0 || place > (met[at - 1] ?? 0));
  const unreadable = read.reduce((sum, page) => sum + page.unreadable, 0);
  const passed = loaded.slice(0, isEnd ? undefined : (met.at(-1) ?? -1) + 1);
  const gone = (isInOrder && unreadable === 0 ? passed : [])
    .map(({ id }) => id)
    // One that was created here has no place yet: it may be further down.
    .filter((id) => !takenIds.has(id) && !isNewer(id, since) && (isEnd || !isUnplaced(id)));

  let [added, changed] = [0, 0];
  const fresh = taken.map((bot) => {
    const before = loadedBotUser(bot.id);
    if (before && isSameBotUser(before, bot)) return before;
    if (before) changed += 1;
    else added += 1;
    return bot;
  });
  const left = loaded.filter(({ id }) => isUnplaced(id) && !takenIds.has(id) && !gone.includes(id));
  const first = [...left, ...fresh];
  for (const id of takenIds) takePlace(id);
  const out = [...gone, ...first.map(({ id }) => id)];
  const edited = editPages(loadedPages(), new Map(out.map((id) => [id, null])), first);
  const next = edited.map((page, number) =>
    number > 0 ? page : { ...page, unreadable, readAt: read[0]?.readAt ?? page.readAt },
  );
  const last = next.at(-1);
  if (isEnd && last) next[next.length - 1] = { ...last, next_page_uri: null };
  setPages(next);
  return { added, changed, removed: gone.length, deselected: deselectUnloaded() };
}
