import type { BotUser } from '#contract/bot-user.ts';
import { isAddressable } from '#contract/endpoint.ts';
import { matchesAny } from '#contract/write-rules.ts';
import { access, PROTECTED } from '#web/api/access.ts';
import { paths, pathTo } from '#web/paths.ts';

export const isProtected = ({ id, name }: Pick<BotUser, 'id' | 'name'>) =>
  matchesAny(access.get().protection.protected_bot_users, id, name);

/**
 * What the id and the name of a bot user allow here; whether the key may write is `accessRefusal`. `path`: of its page.
 * `canRequest`: whether a request can be about it. `note`: why something is not allowed.
 */
export function permissionsOf(bot: Pick<BotUser, 'id' | 'name'>) {
  const path = pathTo(paths.botUser, { botUserId: bot.id });
  if (!isAddressable(bot.id))
    return {
      path,
      canRequest: false,
      canChange: false,
      note: 'Cannot be opened or changed here: its id cannot be part of an address.',
    };
  if (isProtected(bot)) return { path, canRequest: true, canChange: false, note: PROTECTED };
  const note = path === undefined ? 'Cannot be opened: its address is another page’s.' : undefined;
  return { path, canRequest: true, canChange: true, note };
}
