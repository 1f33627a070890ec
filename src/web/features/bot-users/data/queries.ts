import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { CallOptions } from '#client/api-client.ts';
import {
  ApiError,
  type ApiFailure,
  failureOf,
  isNotThere,
  isOutcomeUnknown,
} from '#client/errors.ts';
import {
  botUserEndpoints,
  type BotUser,
  type BotUserCreate,
  type BotUserUpdate,
} from '#contract/bot-user.ts';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { call } from '#web/api/call.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { session } from '#web/session/session.ts';
import {
  addBotUser,
  beginCreation,
  botUserKeys,
  dropOldFailures,
  failWish,
  followOtherTabs,
  forgetBotUser,
  isOlderThanCreation,
  localChanges,
  settleWish,
  showWish,
  storeBotUser,
  wishes,
} from '#web/features/bot-users/data/cache.ts';
import { createNameGroups } from '#web/features/bot-users/view/name-groups.ts';
import { createShownRows } from '#web/features/bot-users/view/shown-rows.ts';
import {
  toLoadedBotUsers,
  type LoadedBotUsers,
} from '#web/features/bot-users/data/loaded-bot-users.ts';
import { createLoader } from '#web/features/bot-users/data/loader.ts';
import { followNewestFirst } from '#web/features/bot-users/data/newest-first.ts';
import type { ReadPage } from '#web/features/bot-users/data/reading.ts';
import { createRowStore } from '#web/features/bot-users/data/row-store.ts';

const FIRST_PAGE = `limit=${PAGE_LIMIT_MAX}`;

export const botUserQueries = {
  /** Reads the first page; the others are the loader's, into the same rows. */
  list: () =>
    queryOptions({
      queryKey: botUserKeys.list(),
      queryFn: ({ client, signal }) => loadFirst(client, signal),
      // It changes in place.
      structuralSharing: false,
    }),

  /** Nothing of it is kept: its rows are in the store. */
  page: (query: string, options: CallOptions) =>
    queryOptions({
      queryKey: botUserKeys.page(query),
      queryFn: () => call(botUserEndpoints.list, { query }, options),
      gcTime: 0,
      staleTime: 0,
      structuralSharing: false,
    }),

  /** @param loaded the row of the table, when there is one: shown at once, read again when it is old */
  detail: (id: string, loaded?: { bot: BotUser; readAt: number }) =>
    queryOptions({
      queryKey: botUserKeys.detail(id),
      queryFn: ({ client, signal }) => {
        followOtherTabs(client);
        return call(botUserEndpoints.get, { params: { id } }, { signal });
      },
      staleTime: 60_000,
      ...(loaded && { initialData: loaded.bot, initialDataUpdatedAt: loaded.readAt }),
    }),
};

async function loadFirst(client: QueryClient, signal: AbortSignal): Promise<LoadedBotUsers> {
  followOtherTabs(client);
  const stamp = localChanges.stamp();
  const page = await readPage(client, FIRST_PAGE, { signal });
  const rows = createRowStore();
  const loader = createLoader(
    {
      rows,
      first: FIRST_PAGE,
      readPage: (query, options) => readPage(client, query, options),
      limiter: rateLimiter,
      session: session.signal(),
    },
    page,
  );
  rows.prepend(localChanges.createdAfter(stamp));
  return toLoadedBotUsers({
    rows,
    loader,
    shown: createShownRows(rows),
    groups: createNameGroups(rows),
    isNewestFirst: followNewestFirst(rows),
  });
}

async function readPage(
  client: QueryClient,
  query: string,
  options: CallOptions,
): Promise<ReadPage> {
  const stamp = localChanges.stamp();
  const page = await client.query(botUserQueries.page(query, options));
  const { bot_users, next_page_uri, unreadable } = page;
  dropOldFailures(client, bot_users, stamp);
  const isEmpty = bot_users.length === 0 && unreadable === 0;
  return { bot_users: localChanges.over(bot_users, stamp), next_page_uri, unreadable, isEmpty };
}

export const botUserMutations = {
  create: () =>
    mutationOptions({
      mutationFn: (body: BotUserCreate) => call(botUserEndpoints.create, { body }),
      onMutate: (_input, { client }) => beginCreation(client),
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
   *
   * @param isRepeat whether the same may have happened already: then a look comes first
   */
  setActive: (id: string, isRepeat = false) =>
    mutationOptions({
      mutationKey: [...botUserKeys.setActive(), id],
      scope: { id: `bot-user ${id}` },
      mutationFn: async (active: boolean, { client }): Promise<BotUser | null> => {
        if (wishes(client, id).length > 1) return null;
        const done = isRepeat && (await findDone(client, { id, active }));
        if (done) return done;
        try {
          return await call(botUserEndpoints.update, { params: { id }, body: { active } });
        } catch (error) {
          const failure = failureOf(error);
          if (failure === undefined || !isOutcomeUnknown(error)) throw error;
          // It may have happened all the same: one look tells, where the service can be reached at all.
          const found = await findDone(client, { id, active, reason: failure });
          if (found) return found;
          throw error;
        }
      },
      onMutate: (active, { client }) => showWish(client, id, active),
      onSuccess: (bot, _active, _before, { client }) => bot && settleWish(client, bot),
      onError: (error, active, _before, { client }) => failWish(client, id, { error, active }),
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

/** A switch that may have happened: it got no clear answer, and the look afterwards got none either. */
export class UnsureSwitch extends ApiError {}

type UnansweredSwitch = {
  id: string;
  active: boolean;
  /** Why nobody knows; without it why looking failed. */
  reason?: ApiFailure;
};

/**
 * @returns the bot user when the switch has happened; `undefined` when it has not
 * @throws {UnsureSwitch} nobody can tell; else what says that the bot user is gone
 */
async function findDone(
  client: QueryClient,
  { id, active, reason }: UnansweredSwitch,
): Promise<BotUser | undefined> {
  let now: BotUser;
  try {
    now = await call(botUserEndpoints.get, { params: { id } }, { retry: 'none' });
  } catch (error) {
    const failure = failureOf(error);
    const why = reason ?? failure;
    if (why === undefined || isNotThere(failure)) throw error;
    throw new UnsureSwitch('Unknown outcome', why, { cause: error });
  }
  if (now.active === active) return now;
  storeBotUser(client, now);
  return undefined;
}

/**
 * Looks for the bot user whose creation was sent last and got no answer, among the newest ones. Whatever may be it
 * counts as created: others may have made one of that name meanwhile.
 *
 * @param since milliseconds, our clock; the service's may differ by some minutes
 */
export async function findCreated(
  client: QueryClient,
  name: string,
  since: number,
): Promise<BotUser[]> {
  const { bot_users } = await call(botUserEndpoints.list, { query: FIRST_PAGE });
  const earliest = since - 5 * 60_000;
  const found = bot_users.filter(
    (bot) =>
      bot.name === name && Date.parse(bot.created_at) >= earliest && !isOlderThanCreation(bot.id),
  );
  // Each comes in front.
  for (const bot of found.toReversed()) addBotUser(client, bot);
  return found;
}
