/**
 * `useLabels(pages)` gives what a loaded row is called in the names of its controls: `name`, or `name (last 6 of the id)`
 * where another loaded row has a name that looks the same. The function stays the same until some label may differ.
 */
import { useMemo } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import type { BotUserPage } from '#web/features/bot-users/pages.ts';
import { labelAmong, visualKey } from '#web/ui/safe-line.ts';

export type LabelOf = (bot: BotUser) => string;

export const useLabels = (pages: readonly BotUserPage[]): LabelOf =>
  useMemo(() => labelsOf(pages), [pages]);

type Rows = readonly BotUser[];

const keysOfRows = new WeakMap<Rows, readonly string[]>();
/** How many loaded rows have a name that looks so. */
const times = new Map<string, number>();
let counted: ReadonlySet<Rows> = new Set();
let labelOf = createLabelOf();

/** Only pages that came or went are counted. */
export function labelsOf(pages: readonly BotUserPage[]): LabelOf {
  const now = new Set(pages.map(({ bot_users }) => bot_users));
  const changes = new Map<string, number>();
  const count = (rows: Rows, by: 1 | -1) => {
    for (const key of keysOf(rows)) changes.set(key, (changes.get(key) ?? 0) + by);
  };
  for (const rows of counted) if (!now.has(rows)) count(rows, -1);
  for (const rows of now) if (!counted.has(rows)) count(rows, 1);
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

function createLabelOf(): LabelOf {
  return (bot) => labelAmong(bot, (times.get(visualKey(bot.name)) ?? 0) > 1);
}

function keysOf(rows: Rows): readonly string[] {
  let keys = keysOfRows.get(rows);
  if (!keys) keysOfRows.set(rows, (keys = rows.map(({ name }) => visualKey(name))));
  return keys;
}
