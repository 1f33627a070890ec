import type { BotUser } from '#contract/bot-user.ts';
import type { Page } from '#web/features/bot-users/data/pages.ts';

/** `null` removes a row. `after` inserts rows below another one, or with `null` at the top. */
export type Edit = {
  rows?: ReadonlyMap<string, BotUser | null>;
  after?: ReadonlyMap<string | null, readonly BotUser[]>;
};

/**
 * The pages with the edit; only those that hold its rows are new. What is inserted at the top makes the first page
 * longer, so that every page keeps its number.
 *
 * @param pageOf number of the page by id; brought up to date
 * @returns the same pages when none of its rows is loaded
 */
export function editedPages(
  pages: readonly Page[],
  pageOf: Map<string, number>,
  { rows = new Map(), after = new Map() }: Edit,
): readonly Page[] {
  const touched = new Map<number, Page>();
  for (const id of [...rows.keys(), ...after.keys()]) {
    const at = id === null ? 0 : pageOf.get(id);
    const page = at === undefined ? undefined : pages[at];
    if (at !== undefined && page) touched.set(at, page);
  }
  if (touched.size === 0) return pages;

  for (const [id, row] of rows) if (row === null) pageOf.delete(id);
  const edited = pages.slice();
  for (const [at, page] of touched) {
    const bot_users: BotUser[] = at === 0 ? [...(after.get(null) ?? [])] : [];
    for (const bot of page.bot_users) {
      const row = rows.get(bot.id);
      if (row !== null) bot_users.push(row ?? bot);
      for (const inserted of after.get(bot.id) ?? []) bot_users.push(inserted);
    }
    if (after.size > 0) for (const { id } of bot_users) pageOf.set(id, at);
    edited[at] = { ...page, bot_users };
  }
  return edited;
}

/** Fields of any kind may be added to the API, so all of them are compared. */
export function isSameBotUser(one: BotUser, other: BotUser): boolean {
  if (one === other) return true;
  try {
    return JSON.stringify(one) === JSON.stringify(other);
  } catch {
    // Nested deeper than the stack reaches.
    return false;
  }
}
