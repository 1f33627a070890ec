import type { BotUser } from '#contract/bot-user.ts';
import { FIRST_PAGE } from '#contract/page.ts';
import { queryClient } from '#web/api/query-client.ts';
import { isNewer, isUnplaced, over, takePlace, tick } from '#web/features/bot-users/changes.ts';
import {
  isLoaded,
  loadedCount,
  nextOf,
  pageNumberOf,
  renumber,
  startList,
  type BotUserPage,
  type BotUserPages,
  type ListEnd,
} from '#web/features/bot-users/pages.ts';
import {
  botUserList,
  isSameBotUser,
  loadedBotUser,
  loadedPages,
  readListPage,
} from '#web/features/bot-users/queries.ts';
import { selection } from '#web/features/bot-users/selection.ts';
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

let running: Promise<RefreshResult> | undefined;

/**
 * Reads again from the top of the list until it meets a known row. Shows new rows, and what has changed or is gone among
 * the rows that it has read; all pages below stay as they are. It rejects with the failure of a page and has changed
 * nothing then. Whoever asks meanwhile gets the same result.
 */
export const refreshBotUsers = (): Promise<RefreshResult> =>
  (running ??= refresh().finally(() => {
    running = undefined;
  }));

/** Rows that were created here stand on top, wherever the service has them: others may have created some between. */
const isPlaced = ({ id }: BotUser) => isLoaded(id) && !isUnplaced(id);

async function refresh(): Promise<RefreshResult> {
  const signal = session.signal();
  const since = tick();
  const read: BotUserPages = { pages: [], pageParams: [] };
  const ids = new Set<string>();
  const most = Math.max(PAGES_MIN, loadedPages().length);
  let isMet = false;
  let end: ListEnd | undefined;
  for (let query: string | undefined = FIRST_PAGE; query !== undefined;) {
    const page = await readListPage(query, { signal });
    signal.throwIfAborted();
    const { bot_users } = page;
    const isRepeated = bot_users.length > 0 && bot_users.every((bot) => ids.has(bot.id));
    for (const { id } of bot_users) ids.add(id);
    read.pages.push(page);
    read.pageParams.push(query);
    isMet = bot_users.some((bot) => loadedCount() === 0 || isPlaced(bot));
    const next = nextOf(read.pages, read.pageParams);
    end = isRepeated ? 'repeated' : next.end;
    query = isRepeated || isMet || read.pages.length === most ? undefined : next.query;
  }
  const list = queryClient.getQueryData<BotUserPages>(botUserList.queryKey);
  if (list && isMet && loadedCount() > 0) return merge(list, read.pages, since, end === 'last');
  if (list && !isMet && (end === 'repeated' || end === 'empty'))
    return { added: 0, changed: 0, removed: 0, deselected: 0 };
  return replace(list, read, end === 'last');
}

/** No known row was met: what was read is the list from now on, and more of it can be loaded. */
function replace(list: BotUserPages | undefined, read: BotUserPages, isEnd: boolean) {
  const before = new Set(rowsOf(list?.pages ?? []).map(({ id }) => id));
  const next = startList(read);
  queryClient.setQueryData(botUserList.queryKey, next);
  // What lies below the last page that was read may still exist.
  const gone = isEnd ? [...before].filter((id) => !isLoaded(id)) : [];
  const added = rowsOf(next.pages).filter(({ id }) => !before.has(id)).length;
  return { added, changed: 0, removed: gone.length, deselected: selection.remove(gone) };
}

function merge(
  { pages, pageParams }: BotUserPages,
  read: readonly BotUserPage[],
  since: number,
  isEnd: boolean,
): RefreshResult {
  const rows = uniqueRows(read);
  // An unknown row below the last known one may belong to a page that is not loaded.
  const taken = isEnd ? rows : rows.slice(0, rows.findLastIndex(isPlaced) + 1);
  const takenIds = new Set(taken.map(({ id }) => id));
  const reached = isEnd
    ? pages.length - 1
    : Math.max(0, ...taken.map(({ id }) => pageNumberOf(id) ?? 0));
  const loaded = rowsOf(pages.slice(0, reached + 1));
  const places = new Map(loaded.map(({ id }, place) => [id, place]));
  const met = taken.flatMap((bot) => (isPlaced(bot) ? (places.get(bot.id) ?? []) : []));
  // In another order than before, a row may have moved to where it was not read; an unreadable row may be any.
  const isInOrder = met.every((place, at) => at === 0 || place > (met[at - 1] ?? 0));
  const unreadable = read.reduce((sum, page) => sum + page.unreadable, 0);
  const passed = loaded.slice(0, isEnd ? undefined : (met.at(-1) ?? -1) + 1);
  const gone = (isInOrder && unreadable === 0 ? passed : [])
    .map(({ id }) => id)
    .filter((id) => !takenIds.has(id) && !isNewer(id, since) && (isEnd || !isUnplaced(id)));

  let [added, changed] = [0, 0];
  const fresh = taken.map((bot) => {
    const before = loadedBotUser(bot.id);
    if (before && isSameBotUser(before, bot)) return before;
    if (before) changed += 1;
    else added += 1;
    return bot;
  });
  const out = new Set([...gone, ...takenIds]);
  const rest = loaded.filter(({ id }) => !out.has(id));
  const top = rest.filter(({ id }) => isUnplaced(id));
  const first = [...top, ...fresh, ...rest.filter(({ id }) => !isUnplaced(id))];
  // The first page takes the rows of all pages that were reached; these keep their place, empty.
  const next = pages.map((page, number) => {
    if (number > reached) return page;
    if (number > 0) return { ...page, bot_users: [] };
    return { ...page, bot_users: first, unreadable, readAt: read[0]?.readAt ?? page.readAt };
  });
  const last = next.at(-1);
  if (isEnd && last) next[next.length - 1] = { ...last, next_page_uri: null, isRepeated: false };
  for (const id of takenIds) takePlace(id);
  renumber(gone, first);
  queryClient.setQueryData(botUserList.queryKey, { pages: next, pageParams });
  return { added, changed, removed: gone.length, deselected: selection.remove(gone) };
}

const rowsOf = (pages: readonly BotUserPage[]) => pages.flatMap(({ bot_users }) => bot_users);

/** With every change that is newer than the page. */
function uniqueRows(pages: readonly BotUserPage[]): BotUser[] {
  const rows = new Map<string, BotUser>();
  for (const { bot_users, askedAt = 0 } of pages)
    for (const bot of over(bot_users, askedAt)) if (!rows.has(bot.id)) rows.set(bot.id, bot);
  return [...rows.values()];
}
