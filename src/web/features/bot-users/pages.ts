import type { BotUser } from '#contract/bot-user.ts';
import { FIRST_PAGE, nextPageQuery } from '#contract/page.ts';
import { createdSince, over, takePlace } from '#web/features/bot-users/local-changes.ts';

/**
 * The loaded pages of the list, as React Query keeps them. Pages are immutable: a changed row makes a new page, and all
 * other pages keep their identity, so what is derived from a page can be cached by it.
 */
export interface BotUserPage {
  /** The query with which the page was requested. */
  readonly query: string;
  readonly bot_users: readonly BotUser[];
  readonly next_page_uri: string | null;
  /** Rows that this version cannot read. */
  readonly unreadable: number;
  /** When the page was requested, in milliseconds of our clock. */
  readonly readAt: number;
  /** Whether the service sent no row at all. */
  readonly isEmpty: boolean;
  /** Whether every row had been loaded before. */
  readonly isRepeated: boolean;
  /** The tick of its request, until the page is laid into the list. */
  readonly askedAt?: number | undefined;
}

export type BotUserPages = readonly BotUserPage[];

/** Whatever else is known of them. */
export type PagesOfRows = ReadonlyArray<Pick<BotUserPage, 'bot_users'>>;

/** By `concat`, for `flatMap` looks at each row. */
export const rowsOf = (pages: PagesOfRows): BotUser[] =>
  ([] as BotUser[]).concat(...pages.map(({ bot_users }) => bot_users));

/** Why there is no next page. All but `last` are faults of the service, which would go on for ever. */
export type ListEnd = 'last' | 'repeated' | 'empty';

/** Loading stops after this many empty pages in a row. */
const EMPTY_PAGES_MAX = 3;

export const listEndTexts: Record<Exclude<ListEnd, 'last'>, string> = {
  repeated: 'The service repeated a page. Loading stopped.',
  empty: 'Stopped: the service sent empty pages.',
};

/** Computes something of the rows of a page when it is first asked for. */
export function perPage<Value>(compute: (rows: readonly BotUser[]) => Value) {
  const known = new WeakMap<readonly BotUser[], Value>();
  return (rows: readonly BotUser[]): Value => {
    const before = known.get(rows);
    if (before !== undefined) return before;
    const value = compute(rows);
    known.set(rows, value);
    return value;
  };
}

const isNewestFirst = perPage((rows) =>
  rows.every(
    ({ created_at }, at) =>
      at === 0 || Date.parse(created_at) <= Date.parse(rows[at - 1]?.created_at ?? ''),
  ),
);

/** Whether every row is as old as the one above it, or older. */
export function areNewestFirst(pages: BotUserPages): boolean {
  const ends = pages.flatMap(({ bot_users }) => [...bot_users.slice(0, 1), ...bot_users.slice(-1)]);
  return isNewestFirst(ends) && pages.every(({ bot_users }) => isNewestFirst(bot_users));
}

/** The number of the page that holds a row, by id. */
const pageNumbers = new Map<string, number>();

export const clearPages = () => pageNumbers.clear();
export const isLoaded = (id: string) => pageNumbers.has(id);
export const pageNumberOf = (id: string) => pageNumbers.get(id);
export const loadedCount = () => pageNumbers.size;

/** What follows these pages: a query, or the end; without any it is the first page. */
export function nextOf(
  pages: BotUserPages,
): { query: string; end?: never } | { query?: never; end: ListEnd } {
  const last = pages.at(-1);
  if (last === undefined) return { query: FIRST_PAGE };
  const query = nextPageQuery(last.next_page_uri);
  if (query === undefined) return { end: 'last' };
  if (last.isRepeated || pages.some((page) => page.query === query)) return { end: 'repeated' };
  const recent = pages.slice(-EMPTY_PAGES_MAX);
  const isEnough = recent.length === EMPTY_PAGES_MAX && recent.every(({ isEmpty }) => isEmpty);
  return isEnough ? { end: 'empty' } : { query };
}

/**
 * A fetch returns the pages as they were when it began, and those that were changed meanwhile would be lost. So only
 * pages that have just been read are taken, with every newer change laid over them.
 */
export function arrive(current: BotUserPages, incoming: BotUserPages): BotUserPages {
  const last = incoming.at(-1);
  if (last?.askedAt === undefined) return incoming; // a write of our own
  if (current.length === 0 || incoming[0]?.askedAt !== undefined) {
    pageNumbers.clear();
    return incoming.reduce<BotUserPages>(append, []);
  }
  // A refresh may have put other pages in place of those that this one follows.
  return nextOf(current).query === last.query ? append(current, last) : current;
}

function append(pages: BotUserPages, page: BotUserPage): BotUserPages {
  const number = pages.length;
  const { askedAt = 0 } = page;
  shareUris(page.bot_users);
  const rows = over(page.bot_users, askedAt);
  const renewed = new Map(rows.filter(({ id }) => isLoaded(id)).map((bot) => [bot.id, bot]));
  const added = number === 0 ? [...createdSince(askedAt), ...rows] : rows;
  const bot_users = added.filter(({ id }) => {
    if (isLoaded(id)) return false;
    pageNumbers.set(id, number);
    return true;
  });
  // A row that was created here stands on top, wherever the service has it: that is no repetition.
  const isPlaced = rows.filter(({ id }) => takePlace(id)).length > 0;
  const isRepeated = rows.length > 0 && bot_users.length === 0 && !isPlaced;
  const laid = { ...page, bot_users, isRepeated, askedAt: undefined };
  return [...editPages(pages, renewed), laid];
}

/**
 * @param rows by id, `null` removes a row; rows that are not loaded are left out
 * @param top rows to insert above all others
 * @returns the same pages where none of them is concerned
 */
export function editPages(
  pages: BotUserPages,
  rows: ReadonlyMap<string, BotUser | null>,
  top: readonly BotUser[] = [],
): BotUserPages {
  const numbers = new Set([...rows.keys()].flatMap((id) => pageNumbers.get(id) ?? []));
  if (top.length > 0) numbers.add(0);
  if (numbers.size === 0 || pages.length === 0) return pages;
  const edited = pages.slice();
  for (const number of numbers) {
    const page = pages[number];
    if (!page) continue;
    const bot_users = page.bot_users.flatMap((bot) => {
      const row = rows.get(bot.id);
      return row === undefined ? bot : (row ?? []);
    });
    edited[number] = { ...page, bot_users: number === 0 ? [...top, ...bot_users] : bot_users };
  }
  for (const [id, row] of rows) if (row === null) pageNumbers.delete(id);
  for (const { id } of top) pageNumbers.set(id, 0);
  return edited;
}

/**
 * Lets the URIs of a page share their beginning, and their end with the id: an engine keeps a concatenated text as its
 * parts. In full they are a fifth of the memory of a long list.
 */
function shareUris(bot_users: readonly BotUser[]) {
  const baseOf = ({ id, uri }: BotUser) => (uri.endsWith(id) ? uri.slice(0, -id.length) : '');
  const [first] = bot_users;
  const base = first ? baseOf(first) : '';
  for (const bot of bot_users) if (base !== '' && baseOf(bot) === base) bot.uri = base + bot.id;
}
