/**
 * The loaded list and how more of it is loaded.
 *
 * - `pages` (for `useShownRows`), `loaded`, `unreadable`, `readAt`, `end`, `hasMore`.
 * - `isLoading`, `error`: of the first page; `retry()` reads it again.
 * - `status` ('idle', 'more', 'all'), `waiting`, `nextPageError`: of the pages after it.
 * - `loadMore()`, `loadAll()` resolve with `LoadOutcome` and never reject; `stop()` ends Load all.
 */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { loadAll, loader, loadMore, stopLoading } from '#web/features/bot-users/loader.ts';
import { endOf, loadedCount, type BotUserPage } from '#web/features/bot-users/pages.ts';
import { botUserList } from '#web/features/bot-users/queries.ts';

const NO_PAGES: readonly BotUserPage[] = [];

export type Loading = ReturnType<typeof useLoading>;

export function useLoading() {
  const list = useInfiniteQuery(botUserList);
  const { status, waiting, error } = useSyncExternalStore(loader.subscribe, loader.get);
  const pages = list.data?.pages ?? NO_PAGES;
  return {
    pages,
    loaded: list.data ? loadedCount() : 0,
    /** Rows that could not be shown. */
    unreadable: pages.reduce((sum, page) => sum + page.unreadable, 0),
    /** Milliseconds of our clock: when the top of the list was read last. */
    readAt: pages[0]?.readAt ?? 0,
    /** Why there is no more; `undefined` where the service has more. Texts: `listEndTexts`. */
    end: list.data && endOf(list.data),
    hasMore: list.hasNextPage,
    isLoading: list.isFetching && !list.isFetchingNextPage,
    error: list.data ? null : list.error,
    retry: () => void list.refetch(),
    status,
    waiting,
    nextPageError: error,
    loadMore,
    loadAll,
    stop: stopLoading,
  };
}
