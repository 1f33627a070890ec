import { useMemo } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { perPage, type BotUserPage } from '#web/features/bot-users/pages.ts';
import { session } from '#web/session/session.ts';
import { labelAmong, visualKey } from '#web/ui/safe-line.ts';

export type LabelOf = (bot: BotUser) => string;

/**
 * What a loaded row is called in the names of its controls: `name`, or `name (last 6 of the id)` where another loaded row
 * has a name that looks the same. The function stays the same until some label may differ.
 */
export const useLabels = (pages: readonly BotUserPage[]): LabelOf =>
  useMemo(() => labelOfLoaded(pages), [pages]);

const keysOf = perPage((rows) => rows.map(({ name }) => visualKey(name)));
/** How many loaded rows have a name that looks so. */
const times = new Map<string, number>();
let counted: ReadonlySet<BotUserPage['bot_users']> = new Set();
let labelOf = createLabelOf();

/** Only pages that came or went are counted: there may be a thousand. */
export function labelOfLoaded(pages: readonly BotUserPage[]): LabelOf {
  const now = new Set(pages.map(({ bot_users }) => bot_users));
  const changes = new Map<string, number>();
  for (const rows of new Set([...counted, ...now])) {
    const by = Number(now.has(rows)) - Number(counted.has(rows));
    if (by !== 0) for (const key of keysOf(rows)) changes.set(key, (changes.get(key) ?? 0) + by);
  }
  counted = now;
  let isAnyOther = false;
  for (const [key, by] of changes) {
    const before = times.get(key) ?? 0;
    if (before + by > 0) times.set(key, before + by);
    else times.delete(key);
    isAnyOther ||= before > 1 !== before + by > 1;
  }
  if (isAnyOther) labelOf = createLabelOf();
  return labelOf;
}

// Else they would hold the rows of a session that has ended until another list is drawn.
session.onEnd(() => void labelOfLoaded([]));

function createLabelOf(): LabelOf {
  return (bot) => labelAmong(bot, (times.get(visualKey(bot.name)) ?? 0) > 1);
}
