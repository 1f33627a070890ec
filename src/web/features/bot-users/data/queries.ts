import { FIRST_PAGE } from '#contract/page.ts';
import {
  InfiniteQueryObserver,
  infiniteQueryOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import type { Call, CallOptions } from '#client/api-client.ts';
import { botUserEndpoints, type BotUser, type BotUserList } from '#contract/bot-user.ts';
import type { RateLimiter } from '#web/api/rate-limiter.ts';
import { deletedError, type BotUserCache } from '#web/features/bot-users/data/cache.ts';
import { isSameBotUser } from '#web/features/bot-users/data/edit-pages.ts';
import { botUserKeys, nextOf, type Page, type Pages } from '#web/features/bot-users/data/pages.ts';

type ListKey = ReturnType<typeof botUserKeys.list>;

/** How long a read bot user counts as new. */
const DETAIL_FRESH_MS = 60_000;

export type BotUserQueries = ReturnType<typeof createBotUserQueries>;

/** What reading the list in the background works with; `session` ends it. */
export type ListParts = {
  client: QueryClient;
  cache: BotUserCache;
  queries: BotUserQueries;
  limiter: Pick<RateLimiter, 'room'>;
  session: AbortSignal;
};

/** @param firstPage what has been read of the list already */
export function createBotUserQueries(
  call: Call,
  cache: BotUserCache,
  firstPage?: () => BotUserList | undefined,
) {
  const readPage = (query: string, options: CallOptions) =>
    cache.read(() => call(botUserEndpoints.list, { query }, options));

  return {
    /** Without `select`: structural sharing would run over what it returns as well. */
    list: (options?: CallOptions, onError?: (error: unknown) => void) =>
      infiniteQueryOptions<Page, Error, Pages, ListKey, string>({
        queryKey: botUserKeys.list(),
        queryFn: async ({ pageParam, signal }) => {
          const read = pageParam === FIRST_PAGE ? firstPage?.() : undefined;
          if (read) return cache.read(() => Promise.resolve(read));
          try {
            return await readPage(pageParam, { ...options, signal });
          } catch (error) {
            onError?.(error);
            throw error;
          }
        },
        initialPageParam: FIRST_PAGE,
        // A page that failed marks the list as old, and coming back to it would read all of its pages.
        refetchOnMount: false,
        getNextPageParam: (_last, pages, _query, queries) => {
          const next = nextOf(pages, queries);
          return 'query' in next ? next.query : undefined;
        },
        // Only pages come and go by this key.
        structuralSharing: (current, next) =>
          cache.arrive(current as Pages | undefined, next as Pages),
      }),

    /** One page once more, for a refresh, which does not join a check that may wait for long; it is not kept. */
    page: (query: string, options: CallOptions) =>
      queryOptions({
        queryKey: botUserKeys.page(query, options.retry ?? 'interactive'),
        queryFn: () => readPage(query, options),
        staleTime: 0,
        gcTime: 0,
        structuralSharing: false,
      }),

    /** Shown at once from the loaded row, and read when that is old. Kept as long as its page is open. */
    detail(id: string) {
      const readAt = cache.readAt(id);
      return queryOptions({
        queryKey: botUserKeys.detail(id),
        queryFn: async ({ signal }) => {
          const requested = cache.changes.now();
          const read = await call(botUserEndpoints.get, { params: { id } }, { signal });
          const [bot] = cache.changes.over([read], requested);
          if (!bot) throw deletedError();
          cache.show(bot);
          return bot;
        },
        staleTime: DETAIL_FRESH_MS,
        gcTime: 0,
        initialData: () => cache.find(id),
        ...(readAt > 0 && { initialDataUpdatedAt: readAt }),
        // An unknown field may be nested deeper than the default reaches.
        structuralSharing: (before, now) =>
          before !== undefined && isSameBotUser(before as BotUser, now as BotUser) ? before : now,
      });
    },
  };
}

/**
 * What the button does, without a component: it joins what is under way.
 *
 * @returns `undefined` at the end of the list, where `fetchNextPage` would write back the pages of when it was called
 */
export async function loadNext(client: QueryClient, options: ReturnType<BotUserQueries['list']>) {
  const observer = new InfiniteQueryObserver(client, options);
  // A fetch that nobody observes is cancelled, as when the person leaves the list.
  const leave = observer.subscribe(() => {});
  try {
    if (!observer.getCurrentResult().hasNextPage) return undefined;
    return await observer.fetchNextPage({ cancelRefetch: false });
  } finally {
    leave();
  }
}
