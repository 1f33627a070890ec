import { useInfiniteQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { unreadableOf } from '#web/features/bot-users/data/cache.ts';
import { endOf, type Page } from '#web/features/bot-users/data/pages.ts';
import type { Work } from '#web/features/bot-users/data/work.ts';
import { totalsOf } from '#web/features/bot-users/view/by-page.ts';

const NO_PAGES: readonly Page[] = [];

export type BotUserListState = ReturnType<typeof useBotUsers>;

/** What is loaded, and what follows it. */
export function useBotUsers() {
  const { cache, queries, labelsOf, loadAll } = useBotUsersContext();
  const list = useInfiniteQuery(queries.list());
  const checked = useSyncExternalStore(cache.checked.subscribe, cache.checked.get);
  const pages = list.data?.pages ?? NO_PAGES;

  /** Until a page has brought something. Joins what is under way, unless that only waits: a press does not. */
  async function fetchMore() {
    for (let read = pages.length; ;) {
      const isWaiting = loadAll.get().waiting !== undefined;
      const result = await list.fetchNextPage({ cancelRefetch: isWaiting });
      const now = result.data?.pages ?? NO_PAGES;
      const isNews = now.slice(read).some(({ bot_users }) => bot_users.length > 0);
      if (isNews || now.length === read || !result.hasNextPage) return result;
      read = now.length;
    }
  }

  return {
    pages,
    ...totalsOf(pages),
    labelOf: labelsOf(pages),
    unreadable: unreadableOf(pages, checked),
    /** Milliseconds, our clock: since when some of what is loaded has not been read again. */
    readAt: checked.at || (pages[0]?.readAt ?? 0),
    isLoading: list.isFetching && !list.isFetchingNextPage,
    isFetchingMore: list.isFetchingNextPage,
    /** Why nothing could be loaded. */
    error: pages.length === 0 ? list.error : null,
    /** Why no more could be loaded, until that is tried again. */
    nextPageError: list.hasNextPage && !list.isFetching ? list.error : null,
    hasMore: list.hasNextPage,
    /** Why there is no more. */
    end: list.data && endOf(list.data),
    fetchMore,
    retry: () => void list.refetch(),
  };
}

/** What some work in the background is at. */
export const useWork = <Result>(work: Pick<Work<Result>, 'subscribe' | 'get'>) =>
  useSyncExternalStore(work.subscribe, work.get);
