import { useMemo } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { perPage, type BotUserPage } from '#web/features/bot-users/pages.ts';
import { labelAmong, visualKey } from '#web/ui/safe-line.ts';

export type LabelOf = (bot: BotUser) => string;

/**
 * What a loaded row is called in the names of its controls: `name`, or `name (last 6 of the id)` where another loaded row
 * has a name that looks the same.
 */
export const useLabels = (pages: readonly BotUserPage[]): LabelOf =>
  useMemo(() => labelOfLoaded(pages), [pages]);

const keysOf = perPage((rows) => rows.map(({ name }) => visualKey(name)));

export function labelOfLoaded(pages: readonly BotUserPage[]): LabelOf {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { bot_users } of pages)
    for (const key of keysOf(bot_users)) (seen.has(key) ? shared : seen).add(key);
  return (bot) => labelAmong(bot, shared.has(visualKey(bot.name)));
}
