/**
 * The loaded list, and how more of it is loaded: outside of components, so that it goes on while other pages of the app are
 * open. One request at a time; a press joins what is under way.
 */
import { InfiniteQueryObserver, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { CallOptions } from '#client/api-client.ts';
import type { Waiting } from '#client/retry.ts';
import { queryClient } from '#web/api/query-client.ts';
import { loadedCount, nextOf, type BotUserPages } from '#web/features/bot-users/pages.ts';
import { botUserList, botUserListWith } from '#web/features/bot-users/queries.ts';
import type { RefreshResult } from '#web/features/bot-users/refresh.ts';
import { count, countEach } from '#web/lib/format.ts';
import { createStore } from '#web/lib/store.ts';
import { session } from '#web/session/session.ts';
import { announce } from '#web/ui/announcer.tsx';
import { isChunkError } from '#web/ui/on-demand.tsx';

interface LoaderState {
  /** `more`: until a page has brought something; `all`: until the end. */
  status: 'idle' | 'more' | 'all';
  /** What is waited for (a limit, the connection), and until when. */
  waiting: Waiting | undefined;
  /** Why the next page could not be loaded, until that is tried again. */
  error: Error | undefined;
}

/** `added`: rows that came. */
type LoadOutcome = { kind: 'done' | 'failed' | 'stopped'; added: number };

const IDLE: LoaderState = { status: 'idle', waiting: undefined, error: undefined };

export const loader = createStore(IDLE);

/** How often the list is drawn while Load all goes on, in milliseconds. */
const DRAW_EVERY_MS = 100;

let drawing: ReturnType<typeof setTimeout> | undefined;

/** Whoever shows what is loaded is told by the store, since `listAsItComes` is silent. */
const drawSoon = () =>
  (drawing ??= setTimeout(() => {
    drawing = undefined;
    loader.set({ ...loader.get() });
  }, DRAW_EVERY_MS));

/**
 * The list for components. A thousand pages that come within seconds are not drawn one by one: what else changes
 * meanwhile, such as a switch, is drawn at once.
 */
const listAsItComes = {
  ...botUserList,
  notifyOnChangeProps() {
    if (loader.get().status !== 'all') return 'all' as const;
    const state = queryClient.getQueryState(botUserList.queryKey);
    return state?.fetchStatus === 'fetching' ? ['data' as const] : [];
  },
};

let running: { outcome: Promise<LoadOutcome>; stop: AbortController } | undefined;

/** Reads until a page has brought something. Never rejects: the failure is in `loader`. */
export const loadMore = () => load('more');

/** Reads to the end, in the background: it waits for a limit and for the connection, and says so in `loader`. */
export const loadAll = () => load('all');

/** What came stays. */
export function stopLoading() {
  running?.stop.abort();
  running = undefined;
  loader.set(IDLE);
  void queryClient.cancelQueries({ queryKey: botUserList.queryKey, exact: true });
}
session.onEnd(stopLoading);

function load(status: 'more' | 'all'): Promise<LoadOutcome> {
  if (running) {
    if (status === 'all') loader.set({ ...loader.get(), status });
    return running.outcome;
  }
  const stop = new AbortController();
  loader.set({ ...IDLE, status });
  running = { stop, outcome: loadPages(stop.signal) };
  return running.outcome;
}

async function loadPages(signal: AbortSignal): Promise<LoadOutcome> {
  const begun = loadedCount();
  const onWait = (waiting: Waiting | undefined) => loader.set({ ...loader.get(), waiting });
  for (;;) {
    const isAll = loader.get().status === 'all';
    const { hasNextPage, error } = await fetchNext(isAll ? { retry: 'background', onWait } : {});
    // Rows may go meanwhile.
    const added = Math.max(0, loadedCount() - begun);
    if (signal.aborted) return { kind: 'stopped', added };
    if (isAll) drawSoon();
    const wantsMore = loader.get().status === 'all' || added === 0;
    if (!error && hasNextPage && wantsMore) continue;
    running = undefined;
    loader.set({ ...IDLE, error: error ?? undefined });
    return { kind: error ? 'failed' : 'done', added };
  }
}

async function fetchNext(options: CallOptions) {
  const observer = new InfiniteQueryObserver(queryClient, botUserListWith(options));
  // React Query cancels a fetch that nobody observes, as when the list is left.
  const leave = observer.subscribe(() => {});
  try {
    // At the end of the list, `fetchNextPage` would read the first page again.
    if (!observer.getCurrentResult().hasNextPage) return { hasNextPage: false, error: null };
    return await observer.fetchNextPage({ cancelRefetch: false });
  } finally {
    leave();
  }
}

const NO_PAGES: BotUserPages = [];

export type Loading = ReturnType<typeof useLoading>;

export function useLoading() {
  const list = useInfiniteQuery(listAsItComes);
  const { status, waiting, error } = loader.use();
  const pages: BotUserPages = list.data?.pages ?? NO_PAGES;
  return {
    pages,
    loaded: list.data ? loadedCount() : 0,
    /** Rows that could not be shown. */
    unreadable: pages.reduce((sum, page) => sum + page.unreadable, 0),
    /** Milliseconds of our clock: when the top of the list was read last. */
    readAt: pages[0]?.readAt ?? 0,
    /** Why there is no more; `undefined` where the service has more. */
    end: nextOf(pages).end,
    hasMore: list.hasNextPage,
    /** Whether the first page is being read, and why it could not be. */
    isLoading: list.isFetching && !list.isFetchingNextPage,
    error: list.data ? null : list.error,
    retry: () => void list.refetch(),
    /** What becomes of the pages after it. */
    status,
    waiting,
    nextPageError: error,
  };
}

export type Refresh = ReturnType<typeof useRefresh>;

/** Reads the top of the list again, and says what it found. The rows stay when it fails. */
export function useRefresh() {
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => (await import('#web/features/bot-users/refresh.ts')).refreshBotUsers(),
    onSuccess: (result) => {
      const { deselected: gone } = result;
      const verb = gone === 1 ? 'exists' : 'exist';
      const lost = gone > 0 ? ` ${count(gone, 'selected bot user')} no longer ${verb}.` : '';
      announce(`Read again: ${refreshText(result)}.${lost}`);
    },
  });
  // The shell says that a part of the app did not load.
  const failed = isChunkError(error) ? null : error;
  return { mutate, isPending, error: failed, text: data ? refreshText(data) : '' };
}

/** `3 new, 1 gone` */
const refreshText = ({ added, changed, removed }: RefreshResult) =>
  countEach({ new: added, changed, gone: removed }) || 'nothing new at the top';
