import { useMemo } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { perPage, rowsOf, type PagesOfRows } from '#web/features/bot-users/pages.ts';
import { foldCase } from '#web/lib/fold-case.ts';
import { idTail, shortId } from '#web/lib/format.ts';
import { labelAmong, visualKey } from '#web/ui/safe-line.ts';

const STATUSES = ['all', 'active', 'inactive'] as const;
export type Status = (typeof STATUSES)[number];
/** Empty: the order of the service. */
const SORTS = ['', 'name', '-name', 'created', '-created'] as const;
export type Sort = (typeof SORTS)[number];

/** How the loaded rows are shown, as the address holds it: `q`, `status`, `sort`. */
export type ListView = { text: string; status: Status; sort: Sort };

/** Whatever cannot be read means the default. */
export const readListView = (search: URLSearchParams, text: string): ListView => ({
  text,
  status: STATUSES.find((each) => each === search.get('status')) ?? 'all',
  sort: SORTS.find((each) => each === search.get('sort')) ?? '',
});

/** Whether some rows may be left out. */
export const hasFilter = ({ text, status }: ListView) => text.trim() !== '' || status !== 'all';

export interface Shown {
  rows: readonly BotUser[];
  /** How many of the rows that match the text have each status. */
  counts: Record<Status, number>;
}

/** @param keptId a row that stays although its status does not match any more: the pointer or the focus is on it */
export function useShownRows(
  pages: PagesOfRows,
  { text, status, sort }: ListView,
  keptId?: string,
) {
  const sorted = useMemo(() => sortRows(pages, sort), [pages, sort]);
  return useMemo(() => filterRows(sorted, text, status, keptId), [sorted, text, status, keptId]);
}

/** The rows that match, in the order that is asked for. */
export const showRows = (pages: PagesOfRows, { text, status, sort }: ListView, keptId?: string) =>
  filterRows(sortRows(pages, sort), text, status, keptId);

/** The row that comes up when this one goes; the one before it at the end. */
export function idBeside(id: string | undefined, rows: readonly BotUser[]) {
  const at = rows.findIndex((bot) => bot.id === id);
  return at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1])?.id;
}

function filterRows(
  rows: readonly BotUser[],
  text: string,
  status: Status,
  keptId: string | undefined,
): Shown {
  const wanted = foldCase(text.trim());
  const isId = idTest(wanted);
  const matching =
    wanted === ''
      ? rows
      : rows.filter(({ id, name }) => foldCase(name).includes(wanted) || isId(id));
  const active = matching.filter((bot) => bot.active).length;
  const counts = { all: matching.length, active, inactive: matching.length - active };
  if (status === 'all') return { rows: matching, counts };
  const isShown = (bot: BotUser) => bot.active === (status === 'active') || bot.id === keptId;
  return { rows: matching.filter(isShown), counts };
}

/**
 * Names sort by this key as plain text, many times as fast as with `Intl.Collator`: without case, and with zeros before
 * each number, so that 9 precedes 10.
 */
const sortKey = (name: string) =>
  foldCase(name).replaceAll(/\d+/g, (digits) => digits.padStart(16, '0'));

const nameKeys = perPage((rows) => rows.map(({ name }) => sortKey(name)));
/** A time that cannot be read is the oldest. */
const times = perPage((rows) => rows.map(({ created_at }) => Date.parse(created_at) || -Infinity));

/** Equal rows keep the order of the service, also where the order is descending. */
function sortRows(pages: PagesOfRows, sort: Sort): readonly BotUser[] {
  const rows = rowsOf(pages);
  if (sort === '') return rows;
  const keysOf: (rows: readonly BotUser[]) => Key[] = sort.endsWith('name') ? nameKeys : times;
  const keys = ([] as Key[]).concat(...pages.map(({ bot_users }) => keysOf(bot_users)));
  const sign = sort.startsWith('-') ? -1 : 1;
  const order = rows.map((_, at) => at);
  order.sort((one, other) => {
    const [a, b] = [keys[one] ?? '', keys[other] ?? ''];
    return a === b ? 0 : a < b ? -sign : sign;
  });
  return order.flatMap((at) => rows[at] ?? []);
}

type Key = string | number;

/**
 * Whether a text means an id: whole or from its start, or by the start or end that a row shows. Inside of ids are random
 * letters, and what all of them begin with (`bot_`) is more often meant as part of a name until its `_`.
 *
 * @param text folded
 */
function idTest(text: string): (id: string) => boolean {
  const end = text.slice(-1);
  return (id) => {
    const folded = foldCase(id);
    if (folded.startsWith(text)) return text.length > id.indexOf('_');
    return folded.endsWith(end) && [idTail(folded), shortId(folded)].includes(text);
  };
}

export type LabelOf = (bot: BotUser) => string;

const visualKeys = perPage((rows) => rows.map(({ name }) => visualKey(name)));

/**
 * What a loaded row is called in the names of its controls: `name`, or `name (last 6 of the id)` where another loaded row
 * has a name that looks the same.
 */
export function labelOfLoaded(pages: PagesOfRows): LabelOf {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { bot_users } of pages)
    for (const key of visualKeys(bot_users)) (seen.has(key) ? shared : seen).add(key);
  return (bot) => labelAmong(bot, shared.has(visualKey(bot.name)));
}
