import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { failureOf, isOutcomeUnknown } from '#client/api-error.ts';
import { isNotThere } from '#client/refusal-cause.ts';
import {
  botUserEndpoints,
  type BotUser,
  type BotUserCreate,
  type BotUserUpdate,
} from '#contract/bot-user.ts';
import { nextPageQuery, PAGE_LIMIT_MAX } from '#contract/page.ts';
import { call } from '#web/api/call.ts';
import {
  addBotUser,
  botUserKeys,
  forgetBotUser,
  localChanges,
  settleWish,
  showWish,
  storeBotUser,
  wishes,
} from '#web/features/bot-users/cache.ts';
import type { Loaded, StampedPage } from '#web/features/bot-users/local-changes.ts';

const FIRST_PAGE = `limit=${PAGE_LIMIT_MAX}`;

export const botUserQueries = {
  list: () =>
    infiniteQueryOptions<StampedPage, Error, Loaded, readonly string[], string>({
      queryKey: botUserKeys.list(),
      queryFn: async ({ pageParam, signal }): Promise<StampedPage> => {
        const stamp = localChanges.stamp();
        const page = await call(botUserEndpoints.list, { query: pageParam }, { signal });
        return { ...page, stamp };
      },
      initialPageParam: FIRST_PAGE,
      getNextPageParam: (_last, pages, _lastParam, params) => whatFollows(pages, params).query,
      // Runs when pages are stored, whether one was read or all were read again.
      structuralSharing: (_before, data) => localChanges.over(data as Loaded), // this query stores nothing else
    }),

  /** @param loaded the row of the table, when there is one: shown at once, read again when it is old */
  detail: (id: string, loaded?: { bot: BotUser; readAt: number }) =>
    queryOptions({
      queryKey: botUserKeys.detail(id),
      queryFn: ({ signal }) => call(botUserEndpoints.get, { params: { id } }, { signal }),
      staleTime: 60_000,
      ...(loaded && { initialData: loaded.bot, initialDataUpdatedAt: loaded.readAt }),
    }),
};

/** What comes after the pages so far. A service that repeats itself would otherwise be asked for ever. */
export function whatFollows(
  pages: StampedPage[],
  params: string[],
): { state: 'more' | 'end' | 'repeated'; query?: string } {
  const last = pages.at(-1);
  const query = nextPageQuery(last?.next_page_uri);
  if (last === undefined || query === undefined) return { state: 'end' };
  if (last.bot_users.length === 0 && last.unreadable === 0) return { state: 'end' };
  const ids = new Set(last.bot_users.map((bot) => bot.id));
  for (const page of pages.slice(0, -1)) for (const bot of page.bot_users) ids.delete(bot.id);
  const nothingNew = ids.size === 0 && last.bot_users.length > 0;
  if (nothingNew || params.includes(query)) return { state: 'repeated' };
  return { state: 'more', query };
}

export const botUserMutations = {
  create: () =>
    mutationOptions({
      mutationFn: (body: BotUserCreate) => call(botUserEndpoints.create, { body }),
      onSuccess: (bot, _input, _before, { client }) => addBotUser(client, bot),
    }),

  update: (id: string) =>
    mutationOptions({
      scope: { id: `bot-user ${id}` },
      mutationFn: (body: BotUserUpdate) => call(botUserEndpoints.update, { params: { id }, body }),
      onSuccess: (bot, _input, _before, { client }) => storeBotUser(client, bot),
    }),

  /**
   * Switches a row at once, and back when the service refuses. The list is never read again for it.
   *
   * One request a bot user is under way at a time, so answers cannot overtake each other; of the wishes that came
   * meanwhile only the last is sent. Resolves with `null` for a wish that a later one has replaced.
   */
  setActive: (id: string) =>
    mutationOptions({
      mutationKey: [...botUserKeys.setActive(), id],
      scope: { id: `bot-user ${id}` },
      mutationFn: async (active: boolean, { client }): Promise<BotUser | null> => {
        if (wishes(client, id).length > 1) return null;
        try {
          return await call(botUserEndpoints.update, { params: { id }, body: { active } });
        } catch (error) {
          if (!isOutcomeUnknown(error)) throw error;
          // It may have happened all the same: one look tells, where the service can be reached at all.
          const now = await lookAt(id);
          if (now?.active === active) return now;
          throw error;
        }
      },
      onMutate: (active, { client }) => showWish(client, id, active),
      onSuccess: (bot, _active, _before, { client }) => bot && settleWish(client, id, bot),
      onError: (_error, _active, _before, { client }) => settleWish(client, id),
    }),

  /** One that is gone already counts as deleted: that is what was wanted. Resolves with whether it was there. */
  remove: (id: string) =>
    mutationOptions({
      scope: { id: `bot-user ${id}` },
      mutationFn: async () => {
        try {
          await call(botUserEndpoints.remove, { params: { id } });
          return true;
        } catch (error) {
          if (!isNotThere(failureOf(error))) throw error;
          return false;
        }
      },
      onSuccess: (_was, _input, _before, { client }) => forgetBotUser(client, id),
    }),
};

const lookAt = (id: string): Promise<BotUser | undefined> =>
  call(botUserEndpoints.get, { params: { id } }, { retries: 0 }).catch(() => undefined);

/**
 * Looks for a bot user whose creation got no answer, among the newest ones.
 *
 * @param since milliseconds, our clock; the service's may differ by some minutes
 */
export async function findCreated(name: string, since: number): Promise<BotUser | undefined> {
  const { bot_users } = await call(botUserEndpoints.list, { query: FIRST_PAGE });
  const earliest = since - 5 * 60_000;
  return bot_users.find((bot) => bot.name === name && Date.parse(bot.created_at) >= earliest);
}
