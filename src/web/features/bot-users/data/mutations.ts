import { FIRST_PAGE } from '#contract/page.ts';
import { mutationOptions } from '@tanstack/react-query';
import type { Call } from '#client/api-client.ts';
import { failureOf, isNotThere } from '#client/errors.ts';
import {
  botUserEndpoints,
  type BotUser,
  type BotUserCreate,
  type BotUserUpdate,
} from '#contract/bot-user.ts';
import type { BotUserCache } from '#web/features/bot-users/data/cache.ts';
import type { Change } from '#web/features/bot-users/data/local-changes.ts';
import { botUserKeys } from '#web/features/bot-users/data/pages.ts';

/** By how much the clock of the service may be behind ours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** @param publish shows a change here and in other tabs */
export function createBotUserMutations(
  call: Call,
  cache: BotUserCache,
  publish: (change: Change) => void,
) {
  /** Whether a bot user was known when the last creation was sent. */
  let isOlder = (_id: string) => false;

  /** What is known now is not what the creation makes, should its response be lost. */
  function rememberKnown() {
    const created = new Set(cache.changes.unplaced);
    const pages = cache.data()?.pages ?? [];
    isOlder = (id) =>
      created.has(id) || pages.some(({ bot_users }) => bot_users.some((bot) => bot.id === id));
  }

  return {
    create: () =>
      mutationOptions({
        mutationFn: (body: BotUserCreate) => call(botUserEndpoints.create, { body }),
        onMutate: () => {
          rememberKnown();
          return { requestedAt: Date.now() };
        },
        onSuccess(bot, _input, { requestedAt }) {
          isOlder = () => false; // lets go of the pages
          publish({ type: 'created', bot, requestedAt });
        },
      }),

    update: (id: string) =>
      mutationOptions({
        scope: { id: `bot-user ${id}` },
        mutationFn: async (body: BotUserUpdate, { client }) => {
          const requestedAt = Date.now();
          const bot = await call(botUserEndpoints.update, { params: { id }, body });
          publish({ type: 'updated', bot, requestedAt });
          client.setQueryData<BotUser>(botUserKeys.detail(id), (open) => open && bot);
          return bot;
        },
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
        onSuccess: () => publish({ type: 'deleted', id }),
      }),

    /**
     * Looks for the bot user whose creation was sent last and got no response, among the newest ones. Whatever may be it
     * counts as created: others may have made one of that name meanwhile.
     *
     * @param since milliseconds, our clock
     */
    async findCreated(name: string, since: number): Promise<BotUser[]> {
      const requestedAt = Date.now();
      const { bot_users } = await call(botUserEndpoints.list, { query: FIRST_PAGE });
      const found = bot_users.filter(
        (bot) =>
          bot.name === name &&
          Date.parse(bot.created_at) >= since - CLOCK_TOLERANCE_MS &&
          !isOlder(bot.id),
      );
      // Each comes in front.
      for (const bot of found.toReversed()) publish({ type: 'created', bot, requestedAt });
      return found;
    },
  };
}
