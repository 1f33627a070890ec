/**
 * `refreshBotUsers()` reads again from the top of the list until it meets a known row. It shows new rows, and what has
 * changed or is gone among the rows that it has read; all pages below stay as they are. It rejects with the failure of
 * a page and has changed nothing then.
 */
import type { BotUser } from '#contract/bot-user.ts';
import { FIRST_PAGE } from '#contract/page.ts';
import { queryClient } from '#web/api/query-client.ts';
import { isNewer, isUnplaced, over, takePlace, tick } from '#web/features/bot-users/changes.ts';
import {
  askedAtOf,
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
import { botUserList, loadedBotUser, readListPage } from '#web/features/bot-users/queries.ts';
import { isSameBotUser } from '#web/features/bot-users/same-bot-user.ts';
import { selection } from '#web/features/bot-users/use-selection.ts';
import { session } from '#web/session/session.ts';

export interface RefreshResult {
  added: number;
  changed: number;
  removed: number;
  /** Selected rows that no longer exist: they are not selected any more. */
  deselected: number;
}

/** Pages that are read without meeting a known row. Then the list begins anew with what was read. */
const PAGES_MAX = 10;

let running: Promise<RefreshResult> | undefined;

/** Whoever asks meanwhile gets the same result. */
export const refreshBotUsers = (): Promise<RefreshResult> =>
  (running ??= refresh().finally(() => {
    running = undefined;
  }));

async function refresh(): Promise<RefreshResult> {
  const signal = session.signal();
  const since = tick();
  const read: BotUserPages = { pages: [], pageParams: [] };
  const ids = new Set<string>();
  let isMet = false;
  let end: ListEnd | undefined;
  for (let query: string | undefined = FIRST_PAGE; query !== undefined;) {
    const page = await readListPage(query, { signal });
    signal.throwIfAborted();
    const isRepeated = page.bot_users.length > 0 && page.bot_users.every((bot) => ids.has(bot.id));
    for (const { id } of page.bot_users) ids.add(id);
    read.pages.push(page);
    read.pageParams.push(query);
    // Rows that were created here stand on top, wherever the service has them: others may have created some between.
    isMet = page.bot_users.some(
      ({ id }) => loadedCount() === 0 || (isLoaded(id) && !isUnplaced(id)),
    );
    const next = isRepeated ? { end: 'repeated' as const } : nextOf(read.pages, read.pageParams);
    if ('end' in next) end = next.end;
    query = 'end' in next || isMet || read.pages.length === PAGES_MAX ? undefined : next.query;
  }
  const list = queryClient.getQueryData<BotUserPages>(botUserList.queryKey);
  const isFaulty = end === 'repeated' || end === 'empty';
  if (!isMet && isFaulty && list) return { added: 0, changed: 0, removed: 0, deselected: 0 };
  return list && isMet && loadedCount() > 0
    ? merge(list, read.pages, since, end === 'last')
    : replace(list, read, end === 'last');
}

/** No known row was met: what was read is the list from now on, and more of it can be loaded. */
function replace(
  list: BotUserPages | undefined,
  read: BotUserPages,
  isEnd: boolean,
): RefreshResult {
  const before = (list?.pages ?? []).flatMap(({ bot_users }) => bot_users);
  const known = new Set(before.map(({ id }) => id));
  const next = startList(read);
  queryClient.setQueryData(botUserList.queryKey, next);
  const rows = next.pages.flatMap(({ bot_users }) => bot_users);
  // What lies below the last page that was read may still exist.
  const gone = isEnd ? before.filter(({ id }) => !isLoaded(id)).map(({ id }) => id) : [];
  return {
    added: rows.filter(({ id }) => !known.has(id)).length,
    changed: 0,
    removed: gone.length,
    deselected: selection.remove(gone),
  };
}

function merge(
  { pages, pageParams }: BotUserPages,
  read: readonly BotUserPage[],
  since: number,
  isEnd: boolean,
): RefreshResult {
  const isPlaced = (id: string) => isLoaded(id) && !isUnplaced(id);
  const rows = uniqueRows(read);
  // An unknown row below the last known one may belong to a page that is not loaded.
  const taken = isEnd ? rows : rows.slice(0, rows.findLastIndex(({ id }) => isPlaced(id)) + 1);
  const takenIds = new Set(taken.map(({ id }) => id));
  const reached = isEnd
    ? pages.length - 1
    : Math.max(0, ...taken.map(({ id }) => pageNumberOf(id) ?? 0));
  const loaded = pages.slice(0, reached + 1).flatMap(({ bot_users }) => bot_users);
  const places = new Map(loaded.map(({ id }, place) => [id, place]));
  const met = taken.flatMap(({ id }) => (isPlaced(id) ? (places.get(id) ?? []) : []));
  // In another order than before, a row may have moved to where it was not read; an unreadable row may be any.
  const isInOrder = met.every((place, at) => at === 0 || place > (met[at - 1] ?? 0));
  const canMiss = isInOrder && read.every(({ unreadable }) => unreadable === 0);
  const passed = canMiss ? loaded.slice(0, isEnd ? undefined : (met.at(-1) ?? -1) + 1) : [];
  const gone = passed
    .map(({ id }) => id)
    .filter((id) => !takenIds.has(id) && !isNewer(id, since) && (isEnd || !isUnplaced(id)));

  let [added, changed] = [0, 0];
  const fresh = taken.map((bot) => {
    const before = loadedBotUser(bot.id);
    if (before === undefined) added += 1;
    else if (isSameBotUser(before, bot)) return before;
    else changed += 1;
    return bot;
  });
  const out = new Set([...gone, ...takenIds]);
  const next = pages.map((page, number) => {
    if (number > reached) return page;
    const rest = page.bot_users.filter(({ id }) => !out.has(id));
    if (number > 0)
      return rest.length === page.bot_users.length ? page : { ...page, bot_users: rest };
    const created = rest.filter(({ id }) => isUnplaced(id));
    const bot_users = [...created, ...fresh, ...rest.filter(({ id }) => !isUnplaced(id))];
    const unreadable = read.reduce((sum, each) => sum + each.unreadable, 0);
    return { ...page, bot_users, unreadable, readAt: read[0]?.readAt ?? page.readAt };
  });
  const last = next.at(-1);
  if (isEnd && last) next[next.length - 1] = { ...last, next_page_uri: null, isRepeated: false };
  for (const id of takenIds) takePlace(id);
  renumber(gone, next[0]?.bot_users ?? []);
  queryClient.setQueryData(botUserList.queryKey, { pages: next, pageParams });
  return { added, changed, removed: gone.length, deselected: selection.remove(gone) };
}

/** With every change that is newer than the page. */
function uniqueRows(pages: readonly BotUserPage[]): BotUser[] {
  const rows = new Map<string, BotUser>();
  for (const page of pages)
    for (const bot of over(page.bot_users, askedAtOf(page)))
      if (!rows.has(bot.id)) rows.set(bot.id, bot);
  return [...rows.values()];
}
