import { useInfiniteQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { unreadableOf } from '#web/features/bot-users/data/cache.ts';
import { byPage, endOf, type ListEnd, type Page } from '#web/features/bot-users/data/pages.ts';
import type { Work } from '#web/features/bot-users/data/work.ts';

const NO_PAGES: readonly Page[] = [];

const timeOf = (bot: BotUser) => Date.parse(bot.created_at) || 0;

/** What is counted of one page. */
const factsOf = byPage(({ bot_users }) => {
  const times = bot_users.map(timeOf);
  return {
    active: bot_users.filter(({ active }) => active).length,
    isSorted: times.every((time, at) => at === 0 || (times[at - 1] ?? time) >= time),
    newest: times[0],
    oldest: times.at(-1),
  };
});

function countsOf(pages: readonly Page[]) {
  let [loaded, active, isNewestFirst, oldest] = [0, 0, true, Infinity];
  for (const page of pages) {
    const facts = factsOf(page);
    loaded += page.bot_users.length;
    active += facts.active;
    if (!facts.isSorted || (facts.newest ?? oldest) > oldest) isNewestFirst = false;
    oldest = facts.oldest ?? oldest;
  }
  return { loaded, active, isNewestFirst };
}

export type BotUserListState = ReturnType<typeof useBotUsers>;

/** What is loaded, and what follows it. */
export function useBotUsers() {
  const { cache, queries, labels, loadAll } = useBotUsersContext();
  const list = useInfiniteQuery(queries.list());
  const checked = useSyncExternalStore(cache.checked.subscribe, cache.checked.get);
  const pages = list.data?.pages ?? NO_PAGES;
  const end = list.data && endOf(list.data);

  /** Joins what is under way, unless that only waits: a press does not. */
  async function fetchMore() {
    if (!list.hasNextPage) return;
    await list.fetchNextPage({ cancelRefetch: loadAll.get().waiting !== undefined });
  }

  return {
    pages,
    ...countsOf(pages),
    labelOf: labels.of(pages),
    unreadable: unreadableOf(pages, checked),
    /** Milliseconds, our clock: since when some of what is loaded has not been read again. */
    readAt: checked.at || (pages[0]?.readAt ?? 0),
    isLoading: list.isPending || (list.isFetching && !list.isFetchingNextPage),
    isFetchingMore: list.isFetchingNextPage,
    error: list.error,
    hasMore: list.hasNextPage,
    /** Why there is no more. */
    end,
    fetchMore,
    retry: () => void list.refetch(),
  };
}

/** What some work in the background is at. */
export const useWork = <Result>(work: Pick<Work<Result>, 'subscribe' | 'get'>) =>
  useSyncExternalStore(work.subscribe, work.get);
