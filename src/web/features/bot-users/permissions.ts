import type { BotUser } from '#contract/bot-user.ts';
import { matchesAny } from '#contract/write-rules.ts';
import { access, PROTECTED } from '#web/api/access.ts';
import { paths, pathTo } from '#web/paths.ts';

export const isProtected = ({ id, name }: Pick<BotUser, 'id' | 'name'>) =>
  matchesAny(access.get().protection.protected_bot_users, id, name);

/**
 * What the id and the name of a bot user allow here; whether the key may write is `accessRefusal`. `path`: of its page;
 * without one no request can be about it either. `refusal`: why it cannot be changed.
 */
export function permissionsOf(bot: Pick<BotUser, 'id' | 'name'>) {
  const path = pathTo(paths.botUser, { botUserId: bot.id });
  const refusal =
    path === undefined
      ? 'Cannot be opened or changed here: its id cannot be part of an address.'
      : isProtected(bot)
        ? PROTECTED
        : undefined;
  return { path, refusal };
}
