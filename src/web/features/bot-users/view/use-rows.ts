import type { BotUser } from '#contract/bot-user.ts';
import { session } from '#web/session/session.ts';
import type { Page } from '#web/features/bot-users/view/by-page.ts';
import { createDerive, keepsSameRows, type RowsView } from '#web/features/bot-users/view/derive.ts';
import { readListView, type ListView } from '#web/features/bot-users/view/list-view.ts';
import { createLive, inSlices, useLive } from '#web/features/bot-users/view/live.ts';

type Rows = readonly BotUser[];

/** @param slices replaced in tests */
export const createRows = (slices = inSlices) =>
  createLive<RowsView, Rows>({
    derive: createDerive(),
    keep(before, { view: asked, only, held }) {
      const view = isSameView(before.view, asked) ? before.view : asked;
      const isSame = view === before.view && only === before.only && held === before.held;
      return isSame ? before : { view, only, held };
    },
    initial: { result: [], asked: { view: readListView(new URLSearchParams()) } },
    update: withChangedPages,
    slices,
  });

const isSameView = (one: ListView, other: ListView) =>
  (Object.keys(one) as Array<keyof ListView>).every((field) => one[field] === other[field]);

/** Rows as they are now, without those that are gone; new ones are not among them yet. */
function withChangedPages(rows: Rows, before: readonly Page[], pages: readonly Page[]): Rows {
  const kept = new Set(pages);
  const gone = before.filter((page) => !kept.has(page));
  if (gone.length === 0) return rows;
  const earlier = new Set(before);
  const now = new Map(
    pages
      .filter((page) => !earlier.has(page))
      .flatMap(({ bot_users }) => bot_users.map((bot) => [bot.id, bot])),
  );
  const changed = new Map(
    gone.flatMap(({ bot_users }) => bot_users.map((bot) => [bot, now.get(bot.id)])),
  );
  return rows.flatMap((bot) => (changed.has(bot) ? (changed.get(bot) ?? []) : bot));
}

/** Kept for the session: whoever comes back to a long list has not to wait for it again. */
let rowsOfSession = createRows();
session.onEnd(() => {
  rowsOfSession = createRows();
});

type RowsOptions = Omit<RowsView, 'view'>;

/** The loaded rows that a view shows, in its order; while work over all of them is pending, those of before. */
export function useShownRows(
  pages: readonly Page[],
  view: ListView,
  { only, held }: RowsOptions = {},
) {
  const { result: rows, asked, isPending } = useLive(rowsOfSession, pages, { view, only, held });
  return {
    rows,
    isPending,
    /** The rows are still those of another filter. */
    isStale: isPending && !keepsSameRows(asked, { view, only }),
    /** Of the rows; the same object while nothing in it differs. */
    view: asked.view,
  };
}
