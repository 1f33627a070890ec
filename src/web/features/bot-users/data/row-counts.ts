import type { BotUser } from '#contract/bot-user.ts';
import { visualKey } from '#web/ui/table/labels.ts';

/** How many rows are active, and how many look the same. */
export function createRowCounts() {
  let active = 0;
  const looks = new Map<string, number>();

  /** @returns whether another row is called differently for it */
  function count(bot: BotUser, by: 1 | -1): boolean {
    if (bot.active) active += by;
    const look = visualKey(bot.name);
    const before = looks.get(look) ?? 0;
    if (before + by === 0) looks.delete(look);
    else looks.set(look, before + by);
    return Math.min(before, before + by) === 1;
  }

  return {
    active: () => active,
    /** Whether several rows look like this. */
    isShared: (name: string) => (looks.get(visualKey(name)) ?? 0) > 1,
    add: (bot: BotUser) => count(bot, 1),
    remove: (bot: BotUser) => count(bot, -1),
  };
}
