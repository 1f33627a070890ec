import type { BotUser } from '#contract/bot-user.ts';
import { isAddressable } from '#contract/endpoint.ts';
import { matchesAny } from '#contract/write-rules.ts';
import { PROTECTED } from '#web/api/access.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { paths, pathTo } from '#web/paths.ts';

/** What an id lets this page do. A service may have ids that no address can hold, or only another page's. */
export interface Reach {
  /** The bot user's page. */
  path: string | undefined;
  /** Whether a request can be about it. */
  canAsk: boolean;
  /** Whether such a request may change it. */
  canChange: boolean;
  /** Why not all of it is open. */
  note?: string;
}

export function isProtected({ id, name }: Pick<BotUser, 'id' | 'name'>): boolean {
  const rules = runtimeConfig().write_rules;
  return rules !== null && matchesAny(rules.protected_bot_users, id, name);
}

export function reachOf(bot: Pick<BotUser, 'id' | 'name'>): Reach {
  const path = pathTo(paths.botUser, { botUserId: bot.id });
  if (!isAddressable(bot.id))
    return {
      path,
      canAsk: false,
      canChange: false,
      note: 'Cannot be opened or changed here: its id cannot be part of an address.',
    };
  const reach = { path, canAsk: true };
  if (isProtected(bot)) return { ...reach, canChange: false, note: PROTECTED };
  return {
    ...reach,
    canChange: true,
    ...(path === undefined && { note: 'Cannot be opened: its address is another page’s.' }),
  };
}
