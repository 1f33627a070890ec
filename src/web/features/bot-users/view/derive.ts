import type { BotUser } from '#contract/bot-user.ts';
import { byPage, joined, type Page } from '#web/features/bot-users/view/by-page.ts';
import { createFilter } from '#web/features/bot-users/view/filter.ts';
import { hasFilter, type ListView, type Sort } from '#web/features/bot-users/view/list-view.ts';
import {
  mergeRuns,
  spliced,
  splicesFor,
  type Compare,
} from '#web/features/bot-users/view/merge.ts';
import { createSharedKeys } from '#web/features/bot-users/view/shared-keys.ts';
import { skeletonOf } from '#web/features/bot-users/view/skeleton.ts';
import { nameKey } from '#web/features/bot-users/view/text.ts';

type Rows = readonly BotUser[];
const NONE: Rows = [];

/** What is asked for. */
export type RowsView = {
  view: ListView;
  /** Just these ids, whatever the filter says. */
  only?: ReadonlySet<string> | undefined;
  /** Id of a row that stays though its status no longer matches. */
  held?: string | undefined;
};

/** Whether two views keep the same rows, held ones apart. */
export const keepsSameRows = (one: RowsView, other: RowsView) =>
  one.only === other.only &&
  (one.only !== undefined || filterKey(one.view) === filterKey(other.view));

const filterKey = ({ q, status, from, to, group, duplicates }: ListView) =>
  JSON.stringify([q, status, from, to, group, duplicates]);

/**
 * Which of the loaded rows are shown, in which order. What is derived from a page is kept by that page, so after the
 * change of one row one page is filtered again, and its rows are spliced into the order.
 *
 * @returns work for `runSliced`; the same rows as before where nothing differs
 */
export function createDerive() {
  let filtered: ReturnType<typeof createFiltered> | undefined;
  let ordered: ReturnType<typeof createOrdered> | undefined;
  let before: { parts: readonly Rows[]; rows: Rows } | undefined;

  return function* derive(pages: readonly Page[], asked: RowsView): Generator<void, Rows> {
    const { view, only } = asked;
    const isFiltered = only !== undefined || hasFilter(view);
    // What is not needed any longer is worth its memory at 100,000 rows.
    if (!isFiltered) filtered = undefined;
    if (view.sort !== ordered?.sort)
      ordered = view.sort === 'service' ? undefined : createOrdered(view.sort);

    let parts = pages.map(({ bot_users }): Rows => bot_users);
    if (isFiltered) parts = yield* (filtered ??= createFiltered()).rowsOf(pages, asked);
    if (ordered) return yield* ordered.rowsOf(pages, parts);
    if (!before || !isSame(before.parts, parts)) before = { parts, rows: joined(parts) };
    return before.rows;
  };
}

/** Filters page by page. */
function createFiltered() {
  const duplicates = createSharedKeys(skeletonOf);
  let duplicatesIn = byPage(duplicates.sharedIn);
  let kept: { asked: RowsView; matching: (page: Page) => Rows } | undefined;
  const last = new WeakMap<Page, Rows>();

  function matchingFor(asked: RowsView) {
    if (kept && keepsSameRows(kept.asked, asked)) return kept.matching;
    const { view, only } = asked;
    const matches = only ? ({ id }: BotUser) => only.has(id) : createFilter(view);
    kept = { asked, matching: byPage(({ bot_users }) => bot_users.filter(matches)) };
    return kept.matching;
  }

  return {
    *rowsOf(pages: readonly Page[], asked: RowsView): Generator<void, Rows[]> {
      const { view, only, held } = asked;
      const isAmongDuplicates = view.duplicates && !only;
      if (isAmongDuplicates && (yield* duplicates.follow(pages)))
        duplicatesIn = byPage(duplicates.sharedIn);
      const matching = matchingFor(asked);
      const isHeld = only || held === undefined ? undefined : createFilter(view, held);

      const parts: Rows[] = [];
      for (const page of pages) {
        let rows = matching(page);
        if (isHeld && page.bot_users.some(({ id }) => id === held))
          rows = page.bot_users.filter(isHeld);
        if (isAmongDuplicates && rows.length > 0) {
          const alike = new Set(duplicatesIn(page));
          rows = rows.filter((bot) => alike.has(bot));
        }
        const earlier = last.get(page) ?? NONE;
        if (isSame(earlier, rows)) rows = earlier;
        last.set(page, rows);
        parts.push(rows);
        yield;
      }
      return parts;
    },
  };
}

/** A row with what it is sorted by; equal ones keep the order of the service. */
type Entry = { row: BotUser; key: string | number; rank: number };

/** More than one page has rows. */
const PAGE_RANKS = 2 ** 20;
/** A change of less than a twentieth is spliced in. */
const FEW = 20;

const timeOf = (bot: BotUser) => {
  const time = Date.parse(bot.created_at);
  return Number.isNaN(time) ? -Infinity : time;
};

/** Sorts each page, and merges the pages. */
function createOrdered(sort: Exclude<Sort, 'service'>) {
  type Kept = { index: number; all: Entry[]; rows: Rows; entries: Entry[] };
  const known = new WeakMap<Page, Kept>();
  let before: { runs: ReadonlySet<Entry[]>; entries: Entry[]; rows: Rows } | undefined;

  const direction = sort.startsWith('-') ? -1 : 1;
  const compare: Compare<Entry> = (one, other) =>
    one.key === other.key ? one.rank - other.rank : one.key < other.key ? -direction : direction;

  function sortedPage({ bot_users: rows }: Page, index: number): Kept {
    const keyOf = sort.endsWith('name') ? ({ name }: BotUser) => nameKey(name) : timeOf;
    const all = rows
      .map((row, at) => ({ row, key: keyOf(row), rank: index * PAGE_RANKS + at }))
      .toSorted(compare);
    return { index, all, rows, entries: all };
  }

  /** @param rows those of the page that are shown */
  function entriesOf(page: Page, index: number, rows: Rows): Entry[] {
    let kept = known.get(page);
    if (kept?.index !== index) kept = sortedPage(page, index);
    if (kept.rows !== rows) {
      const shown = new Set(rows);
      kept = { ...kept, rows, entries: kept.all.filter(({ row }) => shown.has(row)) };
    }
    known.set(page, kept);
    return kept.entries;
  }

  return {
    sort,
    *rowsOf(pages: readonly Page[], parts: readonly Rows[]): Generator<void, Rows> {
      const runs = new Set<Entry[]>();
      for (const [index, page] of pages.entries()) {
        runs.add(entriesOf(page, index, parts[index] ?? []));
        yield;
      }
      const removed = before ? [...before.runs].filter((run) => !runs.has(run)).flat() : [];
      const added = [...runs].filter((run) => !before?.runs.has(run)).flat();
      if (before && removed.length + added.length === 0) return before.rows;
      if (before && (removed.length + added.length) * FEW < before.entries.length) {
        const { entries, rows } = before;
        const splices = splicesFor(entries, removed, added, compare);
        before = {
          runs,
          entries: spliced(entries, splices, (entry) => entry),
          rows: spliced(rows, splices, ({ row }) => row),
        };
      } else {
        const entries = yield* mergeRuns([...runs], compare);
        before = { runs, entries, rows: entries.map(({ row }) => row) };
      }
      return before.rows;
    },
  };
}

const isSame = <Item>(one: readonly Item[], other: readonly Item[]) =>
  one.length === other.length && one.every((item, at) => item === other[at]);
