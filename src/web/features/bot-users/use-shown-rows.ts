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
  const { status, only, keptId } = asked;
  const text = only ? '' : foldCase(asked.text.trim());
  const isDay = only ? undefined : dayTest(asked);
  const isId = idTest(text);
  const keysOf = { name: nameKeys, created: times, '': undefined }[columnOf(asked.sort)];
  const rows: BotUser[] = [];
  const keys: Array<string | number> = [];
  const counts = { all: 0, active: 0, inactive: 0 };
  let byId = 0;
  for (const { bot_users } of pages) {
    const names = text === '' ? undefined : foldedNames(bot_users);
    const sortKeys = keysOf?.(bot_users);
    for (const [at, bot] of bot_users.entries()) {
      if (only && !only.has(bot.id)) continue;
      const isByName = names?.[at]?.includes(text) ?? true;
      if (!isByName && !isId(bot.id)) continue;
      if (isDay && !isDay(bot)) continue;
      if (!isByName) byId += 1;
      const own = bot.active ? 'active' : 'inactive';
      counts[own] += 1;
      if (!only && status !== 'all' && status !== own && bot.id !== keptId) continue;
      rows.push(bot);
      if (sortKeys) keys.push(sortKeys[at] ?? '');
    }
  }
  counts.all = counts.active + counts.inactive;
  return { rows: keysOf ? sortRows(rows, keys, asked.sort) : rows, counts, byId };
}

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

const foldedNames = byPage(({ name }) => foldCase(name));
const nameKeys = byPage(({ name }) => nameKey(name));
/** A time that cannot be read is the oldest. */
const times = byPage(({ created_at }) => {
  const time = Date.parse(created_at);
  return Number.isNaN(time) ? -Infinity : time;
});

/** Equal rows keep the order of the service, also where the order is descending. */
function sortRows(rows: BotUser[], keys: ReadonlyArray<string | number>, sort: Sort): BotUser[] {
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
