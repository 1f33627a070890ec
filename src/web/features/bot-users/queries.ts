/**
 * The queries of bot users, and the one way by which a change reaches everything that shows it: `publish`. The mutations
 * are in `mutations.ts`.
 */
import {
  infiniteQueryOptions,
  queryOptions,
  replaceEqualDeep,
  type InfiniteData,
} from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { KnownChange } from '#bulk/bot-user-state.ts';
import type { CreateAttempt } from '#bulk/find-created.ts';
import type { CallOptions } from '#client/api-client.ts';
import { ApiError, failureOf, isNotThere } from '#client/errors.ts';
import { botUserEndpoints, BotUser } from '#contract/bot-user.ts';
import { FIRST_PAGE } from '#contract/page.ts';
import { call, takeFirstPage } from '#web/api/call.ts';
import { queryClient } from '#web/api/query-client.ts';
import {
  clearChanges,
  confirm,
  isFresh,
  over,
  remove,
  tick,
} from '#web/features/bot-users/local-changes.ts';
import {
  arrive,
  clearPages,
  editPages,
  isLoaded,
  nextOf,
  pageNumberOf,
  rowsOf,
  type BotUserPage,
  type BotUserPages,
} from '#web/features/bot-users/pages.ts';
import { selection } from '#web/features/bot-users/selection.ts';
import { openChannel } from '#web/lib/channel.ts';
import { session } from '#web/session/session.ts';

export async function readListPage(query: string, options: CallOptions) {
  const [askedAt, readAt] = [tick(), Date.now()];
  // The sign-in has read the first page to check the key.
  const read = query === FIRST_PAGE ? takeFirstPage() : undefined;
  const list = read ?? (await call(botUserEndpoints.list, { query }, options));
  const isEmpty = list.bot_users.length === 0 && list.unreadable === 0;
  return { ...list, query, readAt, isEmpty, isRepeated: false, askedAt };
}

type LoadedList = InfiniteData<BotUserPage, string>;

const listOf = (pages: BotUserPages): LoadedList => ({
  pages: [...pages],
  pageParams: pages.map(({ query }) => query),
});

/** The list whose next page is read with these options: Load all reads in the background. */
export const botUserListWith = (options?: CallOptions) =>
  infiniteQueryOptions<BotUserPage, Error, LoadedList, string[], string>({
    queryKey: ['bot-users', 'list'],
    queryFn: ({ pageParam, signal }) => readListPage(pageParam, { ...options, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (_last, pages) => nextOf(pages).query,
    structuralSharing(current, incoming) {
      // Only pages come and go by this key.
      const [before, now] = [current, incoming] as [LoadedList | undefined, LoadedList];
      const pages = arrive(before?.pages ?? [], now.pages);
      // Who looks at the list is told of another one alone.
      return [before, now].find((list) => list?.pages === pages) ?? listOf(pages);
    },
    // The list is never read again as a whole, for it may have a thousand pages: `refreshBotUsers` reads its top.
    refetchOnMount: false,
  });

export const botUserList = botUserListWith();

/** The page of one bot user. */
export const botUser = (id: string) =>
  queryOptions({
    queryKey: ['bot-users', 'one', id],
    queryFn: async ({ signal }) => {
      const askedAt = tick();
      try {
        const read = await call(botUserEndpoints.get, { params: { id } }, { signal });
        const [bot] = over([read], askedAt);
        if (bot === undefined) throw deletedError();
        showRow(bot);
        return bot;
      } catch (error) {
        // One that was just created may not be everywhere yet.
        if (isNotThere(failureOf(error)) && !isFresh(id)) forget(id, tick());
        throw error;
      }
    },
    gcTime: 0,
  });

export const loadedPages = (): BotUserPages =>
  queryClient.getQueryData<LoadedList>(botUserList.queryKey)?.pages ?? [];
export const setPages = (pages: BotUserPages) =>
  void queryClient.setQueryData(botUserList.queryKey, listOf(pages));
/** In the order of the service. */
export const loadedRows = () => rowsOf(loadedPages());

/** Why the service has no more than what is loaded; `undefined` where it has, or nothing is loaded. */
export const listEnd = () => nextOf(loadedPages()).end;

export const loadedBotUser = (id: string): BotUser | undefined =>
  loadedPages()[pageNumberOf(id) ?? -1]?.bot_users.find((bot) => bot.id === id);

/** What is known of a bot user without a request: its loaded row, or what its open page has read. */
export const knownBotUser = (id: string): BotUser | undefined =>
  loadedBotUser(id) ?? queryClient.getQueryData(botUser(id).queryKey);

/** Call it before the creation is sent. */
export function beginCreate(name: string): CreateAttempt {
  const pages = loadedPages(); // immutable, so these are the rows of this moment
  const isKnown = (id: string) =>
    pages.some(({ bot_users }) => bot_users.some((bot) => bot.id === id));
  return { name, since: Date.now(), isKnown: pages.length > 0 ? isKnown : undefined };
}

/** Replaces (`null`: removes) loaded rows and puts new ones on top; all pages without such a row stay the same. */
function editList(rows: ReadonlyMap<string, BotUser | null>, top: readonly BotUser[] = []) {
  const before = loadedPages();
  const pages = editPages(before, rows, top);
  if (pages !== before) setPages(pages);
}

/** Unknown fields of any kind may be added to the API, so all fields are compared. */
export const isSameBotUser = (one: BotUser, other: BotUser) => replaceEqualDeep(one, other) === one;

function showRow(bot: BotUser) {
  const before = loadedBotUser(bot.id);
  if (before && !isSameBotUser(before, bot)) editList(new Map([[bot.id, bot]]));
}

/** Tabs of one session agree on what they show, without a request. */
const tabs = openChannel('gatehouse-bot-users');

const TabMessage = z.object({
  of: z.string(),
  change: z.union([
    z.object({ type: z.enum(['created', 'updated']), bot: BotUser, requestedAt: z.number() }),
    z.object({ type: z.enum(['deleted']), id: z.string() }),
  ]),
});

tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  // Another app of this origin may post anything on the same channel, and another tab may be of another account.
  const message = z.safeParse(TabMessage, data).data;
  if (message && message.of === session.account() && session.state().kind !== 'signed-out')
    apply(message.change, true);
});

/** Shows a change that the service has confirmed, here and in the other tabs of the session. */
export function publish(change: KnownChange) {
  apply(change);
  try {
    tabs.postMessage({ of: session.account(), change });
  } catch {
    // An unknown field is nested too deep to be cloned. The other tabs see the change when they read it.
  }
}

function apply(change: KnownChange, isElsewhere = false) {
  if (change.type === 'deleted') {
    forget(change.id);
    const { queryKey } = botUser(change.id);
    const open = queryClient.getQueryCache().find<BotUser>({ queryKey });
    // Its page may be open with something typed in it: that page then says that it is gone.
    if (isElsewhere) open?.setState({ status: 'error', error: deletedError() });
    return;
  }
  const bot = confirm(change, isLoaded(change.bot.id));
  if (bot === undefined) return;
  if (change.type === 'created' && !isLoaded(bot.id)) editList(new Map(), [bot]);
  else showRow(bot);
  queryClient.setQueryData(botUser(bot.id).queryKey, (open) => open && bot);
}

/** @param before pages that were requested before this tick do not bring it back; without, none does */
function forget(id: string, before?: number) {
  remove(id, before);
  editList(new Map([[id, null]]));
  selection.remove([id]);
}

const deletedError = () => new ApiError('Deleted', { kind: 'status', status: 404, fields: {} });

session.onEnd(() => {
  // Also drops the mutations that wait for their turn: the next session must not send them.
  queryClient.clear();
  clearChanges();
  clearPages();
});
