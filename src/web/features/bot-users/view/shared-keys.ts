import type { BotUser } from '#contract/bot-user.ts';
import { byPage, type Page } from '#web/features/bot-users/view/by-page.ts';
import { labelAmong, visualKey } from '#web/ui/safe-line.ts';

/**
 * Which of the loaded rows share a key that is made of their names. Only pages that came or went are counted.
 *
 * @param keyOf the empty key is shared by none
 */
export function createSharedKeys(keyOf: (name: string) => string) {
  const keysOf = byPage(({ bot_users }) => bot_users.map(({ name }) => keyOf(name)));
  let times = new Map<string, number>();
  let counted: ReadonlySet<Page> = new Set();
  const isMany = (key: string, count: number) => key !== '' && count > 1;

  function* countChanges(pages: ReadonlySet<Page>): Generator<void, Map<string, number>> {
    const changes = new Map<string, number>();
    const count = (page: Page, by: 1 | -1) => {
      for (const key of keysOf(page)) changes.set(key, (changes.get(key) ?? 0) + by);
    };
    for (const page of counted) if (!pages.has(page)) count(page, -1);
    for (const page of pages) {
      if (counted.has(page)) continue;
      count(page, 1);
      yield;
    }
    return changes;
  }

  /** @returns whether a key is shared now that was not, or the other way round */
  function apply(changed: Map<string, number>): boolean {
    if (times.size === 0) {
      times = changed;
      return [...times].some(([key, count]) => isMany(key, count));
    }
    let hasFlipped = false;
    for (const [key, by] of changed) {
      if (by === 0) continue;
      const before = times.get(key) ?? 0;
      if (before + by === 0) times.delete(key);
      else times.set(key, before + by);
      hasFlipped ||= isMany(key, before) !== isMany(key, before + by);
    }
    return hasFlipped;
  }

  return {
    /** @returns whether what is said of other rows than those that came or went may differ now */
    *follow(pages: readonly Page[]): Generator<void, boolean> {
      const now = new Set(pages);
      const changed = yield* countChanges(now);
      counted = now;
      return apply(changed);
    },
    isShared: (name: string) => {
      const key = keyOf(name);
      return isMany(key, times.get(key) ?? 0);
    },
    /** Of a page that was followed. */
    sharedIn(page: Page): BotUser[] {
      const keys = keysOf(page);
      return page.bot_users.filter((_, at) =>
        isMany(keys[at] ?? '', times.get(keys[at] ?? '') ?? 0),
      );
    },
  };
}

/**
 * What rows are called in the names of their controls: names that look the same get the end of the id.
 *
 * @returns for the loaded pages, the same function until the label of any row may differ
 */
export function createLabels() {
  const keys = createSharedKeys(visualKey);
  const create = () => (bot: BotUser) => labelAmong(bot, keys.isShared(bot.name));
  let labelOf = create();
  let followed: readonly Page[] | undefined;
  return (pages: readonly Page[]) => {
    if (pages === followed) return labelOf;
    followed = pages;
    const work = keys.follow(pages);
    let step = work.next();
    while (!step.done) step = work.next();
    if (step.value) labelOf = create();
    return labelOf;
  };
}
