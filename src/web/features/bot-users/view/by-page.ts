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
