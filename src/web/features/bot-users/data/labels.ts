import type { BotUser } from '#contract/bot-user.ts';
import { byPage, type Page } from '#web/features/bot-users/data/pages.ts';
import { labelAmong, visualKey } from '#web/ui/table/labels.ts';

const keysOf = byPage(({ bot_users }) => bot_users.map(({ name }) => visualKey(name)));

/** What rows are called in the names of their controls: with the end of the id where another row looks the same. */
export function createLabels() {
  const times = new Map<string, number>();
  let counted: readonly Page[] = [];
  let labelOf = label();

  /** Another function whenever any row may be called differently. */
  function label() {
    return (bot: BotUser) => labelAmong(bot, (times.get(visualKey(bot.name)) ?? 0) > 1);
  }

  /** @returns whether another row is called differently for it */
  function count(page: Page | undefined, by: 1 | -1): boolean {
    let isShared = false;
    for (const key of page ? keysOf(page) : []) {
      const before = times.get(key) ?? 0;
      if (before + by === 0) times.delete(key);
      else times.set(key, before + by);
      if (Math.min(before, before + by) > 0) isShared = true;
    }
    return isShared;
  }

  return {
    /** Only pages that came, went or changed since are gone through. */
    of(pages: readonly Page[]): (bot: BotUser) => string {
      if (pages === counted) return labelOf;
      let isChanged = false;
      for (let at = 0; at < Math.max(pages.length, counted.length); at++) {
        const [before, now] = [counted[at], pages[at]];
        if (before === now) continue;
        if (count(before, -1)) isChanged = true;
        if (count(now, 1)) isChanged = true;
      }
      counted = pages;
      if (isChanged) labelOf = label();
      return labelOf;
    },
  };
}
