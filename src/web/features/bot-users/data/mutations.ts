import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Call, CallOptions } from '#client/api-client.ts';
import { failureOf, isNotThere } from '#client/errors.ts';
import {
  botUserEndpoints,
  type BotUser,
  type BotUserCreate,
  type BotUserUpdate,
} from '#contract/bot-user.ts';
import type { BotUserCache } from '#web/features/bot-users/data/cache.ts';
import { changeOf } from '#web/features/bot-users/data/change-of.ts';
import type { KnownChange } from '#web/features/bot-users/data/local-changes.ts';
import { botUserKeys } from '#web/features/bot-users/data/pages.ts';
import type { Change } from '#web/jobs/job.ts';

/**
 * @param publish shows a change here and in other tabs
 * @param record remembers what was done, for undoing it
 */
export function createBotUserMutations(
  call: Call,
  cache: BotUserCache,
  publish: (change: KnownChange) => void,
  record: (change: Change) => void,
) {
  let isKnown = (_id: string) => false;

  const knownBot = (id: string, client: QueryClient) =>
    client.getQueryData<BotUser>(botUserKeys.detail(id)) ?? cache.find(id);

  return {
    create: () =>
      mutationOptions({
        mutationFn: (body: BotUserCreate) => call(botUserEndpoints.create, { body }),
        onMutate: () => {
          isKnown = createIsKnown(cache);
          return { requestedAt: Date.now() };
        },
        onSuccess(bot, _input, { requestedAt }) {
          isKnown = () => false; // lets go of the pages
          publish({ type: 'created', bot, requestedAt });
          record(changeOf(null, bot));
        },
      }),

    update: (id: string) =>
      mutationOptions({
        scope: { id: `bot-user ${id}` },
        mutationFn: async (body: BotUserUpdate, { client }) => {
          const requestedAt = Date.now();
          const before = knownBot(id, client);
          const bot = await call(botUserEndpoints.update, { params: { id }, body });
          publish({ type: 'updated', bot, requestedAt });
          if (before) record(changeOf(before, bot));
          client.setQueryData<BotUser>(botUserKeys.detail(id), (open) => open && bot);
          return bot;
        },
      }),

    /** Resolves with whether it was there. */
    remove: (id: string) =>
      mutationOptions({
        scope: { id: `bot-user ${id}` },
        mutationFn: async (_: void, { client }) => {
          const before = knownBot(id, client);
          const wasThere = await removeBotUser(call, id);
          publish({ type: 'deleted', id });
          if (before && wasThere) record(changeOf(before, null));
          return wasThere;
        },
      }),

    /** Whether a bot user was known when the last creation was sent. */
    isKnown: (id: string) => isKnown(id),
  };
}

/** Tells what is known now: a creation that is sent now does not make it, should its response be lost. */
export function createIsKnown({ changes, data }: BotUserCache): (id: string) => boolean {
  const created = new Set(changes.unplaced);
  const pages = data()?.pages ?? [];
  return (id) =>
    created.has(id) || pages.some(({ bot_users }) => bot_users.some((bot) => bot.id === id));
}

/**
 * One that is gone already counts as deleted: that is what was wanted.
 *
 * @returns whether it was there
 */
export async function removeBotUser(call: Call, id: string, options?: CallOptions) {
  try {
    await call(botUserEndpoints.remove, { params: { id } }, options);
    return true;
  } catch (error) {
    if (!isNotThere(failureOf(error))) throw error;
    return false;
  }
}
