import * as z from 'zod/mini';
import type { BotUser } from '#contract/bot-user.ts';

export type Status = 'all' | 'active' | 'inactive';
export type Sort = 'name' | '-name' | 'created' | '-created' | 'service';

/** How the loaded rows are shown; lives in the address, where whatever cannot be read means the default. */
export type ListView = { q: string; status: Status; sort: Sort };

const Search = z.object({
  q: z.catch(z.string(), ''),
  status: z.catch(z.enum(['all', 'active', 'inactive']), 'all'),
  sort: z.catch(z.enum(['name', '-name', 'created', '-created', 'service']), 'service'),
});

export const readListView = (search: URLSearchParams): ListView =>
  Search.parse(Object.fromEntries(search));

/** A part of the view as the address writes it: defaults are left out, as empty texts. */
export const listViewParams = ({ status, sort }: Partial<Pick<ListView, 'status' | 'sort'>>) => ({
  ...(status && { status: status === 'all' ? '' : status }),
  ...(sort && { sort: sort === 'service' ? '' : sort }),
});

/** Header buttons go ascending, descending, off. */
export function nextSort(sort: Sort, column: 'name' | 'created'): Sort {
  if (sort === column) return `-${column}`;
  return sort === `-${column}` ? 'service' : column;
}

export const ariaSort = (sort: Sort, column: 'name' | 'created') =>
  sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined;

/** Each bot user once: pages overlap when the list grew between two reads. */
export function uniqueRows(pages: ReadonlyArray<{ bot_users: BotUser[] }>): BotUser[] {
  const rows = new Map<string, BotUser>();
  for (const page of pages)
    for (const bot of page.bot_users) if (!rows.has(bot.id)) rows.set(bot.id, bot);
  return [...rows.values()];
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const compare: Record<Exclude<Sort, 'service'>, (a: BotUser, b: BotUser) => number> = {
  name: (a, b) => names.compare(a.name, b.name),
  '-name': (a, b) => names.compare(b.name, a.name),
  created: (a, b) => timeOf(a) - timeOf(b),
  '-created': (a, b) => timeOf(b) - timeOf(a),
};

/** Milliseconds; an unreadable time stands before all others. */
const timeOf = (bot: BotUser) => Date.parse(bot.created_at) || 0;

/**
 * The rows that match, in the order asked for.
 *
 * @param held a row that was just switched away from the chosen status: it stays until the pointer or focus has left
 */
export function viewRows(rows: BotUser[], { q, status, sort }: ListView, held?: string): BotUser[] {
  const wanted = q.trim().toLowerCase();
  const matching = rows.filter(
    (bot) =>
      (status === 'all' || bot.active === (status === 'active') || bot.id === held) &&
      (wanted === '' ||
        bot.name.toLowerCase().includes(wanted) ||
        bot.id.toLowerCase().includes(wanted)),
  );
  return sort === 'service' ? matching : matching.toSorted(compare[sort]);
}

export const isNewestFirst = (rows: BotUser[]) =>
  rows.every((bot, index) => {
    const next = rows[index + 1];
    return next === undefined || timeOf(bot) >= timeOf(next);
  });
