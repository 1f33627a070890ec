/**
 * `useShownRows(pages, asked)` gives the rows that match, in the order that is asked for, and the counts of the status
 * segments. The caller passes `useDeferredValue(text)` as the text. `showRows` is the same without React.
 */
import { useMemo } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import type { BotUserPage } from '#web/features/bot-users/pages.ts';
import { foldCase, nameKey } from '#web/features/bot-users/text-keys.ts';
import { idTail, shortId } from '#web/lib/format.ts';

export type Status = 'all' | 'active' | 'inactive';
/** Empty: the order of the service. */
export type Sort = '' | 'name' | '-name' | 'created' | '-created';

export interface Asked {
  text: string;
  status: Status;
  /** First and last day of creation where the reader is, `yyyy-mm-dd`; empty for no bound. */
  from: string;
  to: string;
  sort: Sort;
  /** Just these ids, whatever the rest says. */
  only?: ReadonlySet<string> | undefined;
  /** A row that stays although its status no longer matches: the pointer or the focus is on it. */
  keptId?: string | undefined;
}

type Rows = readonly BotUser[];
type Keys = ReadonlyArray<string | number>;

export interface Shown {
  rows: readonly BotUser[];
  /** Of the rows that match the text and the days. */
  counts: Record<Status, number>;
  /** How many of these match the text by their id alone. */
  byId: number;
}

export function useShownRows(pages: readonly BotUserPage[], asked: Asked): Shown {
  const { text, status, from, to, sort, only, keptId } = asked;
  return useMemo(
    () => showRows(pages, { text, status, from, to, sort, only, keptId }),
    [pages, text, status, from, to, sort, only, keptId],
  );
}

export function showRows(pages: readonly BotUserPage[], asked: Asked): Shown {
  const { status, only, keptId, sort } = asked;
  const test = only ? ({ id }: BotUser) => only.has(id) : dayTest(asked);
  const text = only ? '' : foldCase(asked.text.trim());
  const isId = idTest(text);
  const keysOf = { name: nameKeys, created: times, '': noKeys }[columnOf(sort)];
  const parts: Rows[] = [];
  const keys: Keys[] = [];
  const counts = { all: 0, active: 0, inactive: 0 };
  let byId = 0;

  for (const { bot_users } of pages) {
    const pageKeys = keysOf(bot_users);
    if (text === '' && !test && status === 'all') {
      const active = activeFlags(bot_users).filter(Boolean).length;
      counts.active += active;
      counts.inactive += bot_users.length - active;
      parts.push(bot_users);
      keys.push(pageKeys);
      continue;
    }
    const names = text === '' ? undefined : foldedNames(bot_users);
    const shownKeys: Array<string | number> = [];
    const shown = bot_users.filter((bot, at) => {
      const isByName = names?.[at]?.includes(text) ?? true;
      if ((!isByName && !isId(bot.id)) || test?.(bot) === false) return false;
      if (!isByName) byId += 1;
      const own = bot.active ? 'active' : 'inactive';
      counts[own] += 1;
      if (!only && status !== 'all' && status !== own && bot.id !== keptId) return false;
      shownKeys.push(pageKeys[at] ?? '');
      return true;
    });
    parts.push(shown);
    keys.push(shownKeys);
  }

  counts.all = counts.active + counts.inactive;
  const rows = joined(parts);
  return { rows: sort === '' ? rows : sortRows(rows, joined(keys), sort), counts, byId };
}

/** Faster than `flat()`, which looks at each item. */
const joined = <Item>(parts: ReadonlyArray<readonly Item[]>) => ([] as Item[]).concat(...parts);

const columnOf = (sort: Sort) => sort.replace('-', '') as 'name' | 'created' | '';

/** Values of the rows of a page, computed when they are first asked for. */
function byPage<Value>(valueOf: (bot: BotUser) => Value) {
  const known = new WeakMap<readonly BotUser[], Value[]>();
  return (bot_users: readonly BotUser[]): readonly Value[] => {
    let values = known.get(bot_users);
    if (!values) known.set(bot_users, (values = bot_users.map((bot) => valueOf(bot))));
    return values;
  };
}

const noKeys = (): Keys => [];
const activeFlags = byPage(({ active }) => active);
const foldedNames = byPage(({ name }) => foldCase(name));
const nameKeys = byPage(({ name }) => nameKey(name));
/** A time that cannot be read is the oldest. */
const times = byPage(({ created_at }) => {
  const time = Date.parse(created_at);
  return Number.isNaN(time) ? -Infinity : time;
});

/** Equal rows keep the order of the service, also where the order is descending. */
function sortRows(rows: Rows, keys: Keys, sort: Sort): BotUser[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const order = rows.map((_, at) => at);
  order.sort((one, other) => {
    const a = keys[one] ?? '';
    const b = keys[other] ?? '';
    return a === b ? 0 : a < b ? -sign : sign;
  });
  const sorted = rows.slice();
  for (const [place, at] of order.entries()) sorted[place] = rows[at] as BotUser; // within its length
  return sorted;
}

/**
 * Whether a text means an id: whole or from its start, or by the start or end that a row shows. Inside of ids are random
 * letters, and what all of them begin with (`bot_`) is more often meant as part of a name until its `_`.
 *
 * @param text folded
 */
export function idTest(text: string): (id: string) => boolean {
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

/** A time that cannot be read is in no range. */
function dayTest({ from, to }: Asked): ((bot: BotUser) => boolean) | undefined {
  if (from === '' && to === '') return undefined;
  // Without an offset a time is local; where the clock skips midnight, it is the moment at which the clock goes on.
  const start = from === '' ? -Infinity : new Date(`${from}T00:00`).getTime();
  const end = to === '' ? Infinity : new Date(`${dayAfter(to)}T00:00`).getTime();
  return ({ created_at }) => {
    const time = Date.parse(created_at);
    return time >= start && time < end;
  };
}

/** By the calendar: where a day begins at one o'clock, 24 hours later is not the next midnight. */
function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().replace(/T.*/, '');
}
