import { useMemo } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { perPage, type BotUserPage } from '#web/features/bot-users/pages.ts';
import { foldCase, nameKey } from '#web/features/bot-users/text-keys.ts';
import { idTail, shortId } from '#web/lib/format.ts';

export type Status = 'all' | 'active' | 'inactive';
/** Empty: the order of the service. */
export type Sort = '' | 'name' | '-name' | 'created' | '-created';

/** How the loaded rows are shown, as the address holds it: `q`, `status`, `sort`. */
export type ListView = { text: string; status: Status; sort: Sort };

const STATUSES: readonly Status[] = ['all', 'active', 'inactive'];
const SORTS: readonly Sort[] = ['', 'name', '-name', 'created', '-created'];

/** Whatever cannot be read means the default. */
export const readListView = (search: URLSearchParams, text: string): ListView => ({
  text,
  status: STATUSES.find((each) => each === search.get('status')) ?? 'all',
  sort: SORTS.find((each) => each === search.get('sort')) ?? '',
});

/** Whether some rows may be left out. */
export const hasFilter = ({ text, status }: ListView) => text.trim() !== '' || status !== 'all';

type Rows = readonly BotUser[];
type Keys = ReadonlyArray<string | number>;

export interface Shown {
  rows: Rows;
  /** Of the rows that match the text. */
  counts: Record<Status, number>;
}

/** @param keptId a row that stays although its status does not match any more: the pointer or the focus is on it */
export function useShownRows(pages: readonly BotUserPage[], view: ListView, keptId?: string) {
  const { text, status, sort } = view;
  return useMemo(
    () => showRows(pages, { text, status, sort }, keptId),
    [pages, text, status, sort, keptId],
  );
}

/** The rows that match, in the order that is asked for. What is derived of a page is kept as long as the page. */
export function showRows(
  pages: readonly BotUserPage[],
  { text, status, sort }: ListView,
  keptId?: string,
): Shown {
  const wanted = foldCase(text.trim());
  const isId = idTest(wanted);
  const keysOf = sort === '' ? noKeys : sort.endsWith('name') ? nameKeys : times;
  const parts: Rows[] = [];
  const keys: Keys[] = [];
  const counts = { all: 0, active: 0, inactive: 0 };

  for (const { bot_users } of pages) {
    const pageKeys = keysOf(bot_users);
    if (wanted === '' && status === 'all') {
      counts.active += activeCount(bot_users);
      counts.all += bot_users.length;
      parts.push(bot_users);
      keys.push(pageKeys);
      continue;
    }
    const names = wanted === '' ? undefined : foldedNames(bot_users);
    const shownKeys: Array<string | number> = [];
    const shown = bot_users.filter(({ id, active }, at) => {
      if (names && !names[at]?.includes(wanted) && !isId(id)) return false;
      counts.all += 1;
      if (active) counts.active += 1;
      if (status !== 'all' && (status === 'active') !== active && id !== keptId) return false;
      shownKeys.push(pageKeys[at] ?? '');
      return true;
    });
    parts.push(shown);
    keys.push(shownKeys);
  }

  counts.inactive = counts.all - counts.active;
  const rows = joined(parts);
  return { rows: sort === '' ? rows : sortRows(rows, joined(keys), sort), counts };
}

/** Faster than `flat()`, which looks at each item. */
const joined = <Item>(parts: ReadonlyArray<readonly Item[]>) => ([] as Item[]).concat(...parts);

const noKeys = (): Keys => [];
const activeCount = perPage((rows) => rows.filter(({ active }) => active).length);
const foldedNames = perPage((rows) => rows.map(({ name }) => foldCase(name)));
const nameKeys = perPage((rows) => rows.map(({ name }) => nameKey(name)));
/** A time that cannot be read is the oldest. */
const times = perPage((rows) =>
  rows.map(({ created_at }) => {
    const time = Date.parse(created_at);
    return Number.isNaN(time) ? -Infinity : time;
  }),
);

/** Equal rows keep the order of the service, also where the order is descending. */
function sortRows(rows: Rows, keys: Keys, sort: Sort): BotUser[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const order = rows.map((_, at) => at);
  order.sort((one, other) => {
    const [a, b] = [keys[one] ?? '', keys[other] ?? ''];
    return a === b ? 0 : a < b ? -sign : sign;
  });
  return order.flatMap((at) => rows[at] ?? []);
}

/**
 * Whether a text means an id: whole or from its start, or by the start or end that a row shows. Inside of ids are random
 * letters, and what all of them begin with (`bot_`) is more often meant as part of a name until its `_`.
 *
 * @param text folded
 */
function idTest(text: string): (id: string) => boolean {
  const [first, last] = [text.charAt(0), text.charAt(text.length - 1)];
  return (id) => {
    // Faster than folding: most ids are told apart by one letter.
    const mayStart = mayFoldTo(id.charAt(0), first);
    const mayEnd = mayFoldTo(id.charAt(id.length - 1), last);
    if (mayStart && foldCase(id).startsWith(text)) return text.length > id.indexOf('_');
    return mayEnd && [idTail(id), shortId(id)].some((shown) => foldCase(shown) === text);
  };
}

const mayFoldTo = (letter: string, folded: string) =>
  letter > '~' || letter.toLowerCase() === folded;
