import type { InfiniteData } from '@tanstack/react-query';
import type { BotUser, BotUserList } from '#contract/bot-user.ts';
import { nextPageQuery } from '#contract/page.ts';
import {
  createdSince,
  isUnplaced,
  over,
  takePlace,
  tick,
} from '#web/features/bot-users/changes.ts';

/**
 * The loaded pages of the list, as React Query keeps them. Pages are immutable: a changed row makes a new page, and all
 * other pages keep their identity, so what is derived from a page can be cached by it.
 */
export interface BotUserPage {
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

/** The param of a page is the query with which it was requested. */
export type BotUserPages = InfiniteData<BotUserPage, string>;

/** Why there is no next page. All but `last` are faults of the service, which would go on for ever. */
export type ListEnd = 'last' | 'repeated' | 'empty';

/** So many empty pages in a row are followed. */
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

/** The number of the page that holds a row, by id. */
const pageNumbers = new Map<string, number>();

export const clearPages = () => pageNumbers.clear();
export const isLoaded = (id: string) => pageNumbers.has(id);
export const pageNumberOf = (id: string) => pageNumbers.get(id);
export const loadedCount = () => pageNumbers.size;

/** @param send requests the page */
export async function readPage(send: () => Promise<BotUserList>): Promise<BotUserPage> {
  const [askedAt, readAt] = [tick(), Date.now()];
  const { bot_users, next_page_uri, unreadable } = await send();
  shareUris(bot_users);
  const isEmpty = bot_users.length === 0 && unreadable === 0;
  return { bot_users, next_page_uri, unreadable, readAt, isEmpty, isRepeated: false, askedAt };
}

/** What follows the pages that were read. */
export function nextOf(
  pages: ReadonlyArray<Pick<BotUserPage, 'next_page_uri' | 'isEmpty' | 'isRepeated'>>,
  queries: readonly string[],
): { query: string; end?: never } | { query?: never; end: ListEnd } {
  const last = pages.at(-1);
  const query = nextPageQuery(last?.next_page_uri);
  if (last === undefined || query === undefined) return { end: 'last' };
  if (queries.includes(query) || last.isRepeated) return { end: 'repeated' };
  const recent = pages.slice(-EMPTY_PAGES_MAX);
  const isEnough = recent.length === EMPTY_PAGES_MAX && recent.every(({ isEmpty }) => isEmpty);
  return isEnough ? { end: 'empty' } : { query };
}

/** @returns `undefined` where the service has more */
export const endOf = ({ pages, pageParams }: BotUserPages) => nextOf(pages, pageParams).end;

/**
 * The `structuralSharing` of the list. A fetch returns the pages as they were when it began, and those that were changed
 * meanwhile would be lost. So only pages that have just been read are taken, with every newer change laid over them.
 */
export function arrive(current: BotUserPages | undefined, incoming: BotUserPages): BotUserPages {
  const last = incoming.pages.at(-1);
  if (last?.askedAt === undefined) return incoming; // a write of our own
  if (current === undefined || incoming.pages[0]?.askedAt !== undefined) return startList(incoming);
  const query = incoming.pageParams.at(-1) ?? '';
  // A refresh may have put other pages in place of those that this one follows.
  if (nextOf(current.pages, current.pageParams).query !== query) return current;
  return { pages: append(current.pages, last), pageParams: [...current.pageParams, query] };
}

/** A list of pages that have just been read, in place of whatever was loaded. */
export function startList({ pages, pageParams }: BotUserPages): BotUserPages {
  pageNumbers.clear();
  return { pages: pages.reduce<BotUserPage[]>(append, []), pageParams };
}

function append(pages: readonly BotUserPage[], page: BotUserPage): BotUserPage[] {
  const number = pages.length;
  const { askedAt = 0 } = page;
  const rows = over(page.bot_users, askedAt);
  // Where the service begins again at its top, new rows above that are left to a refresh.
  const top = pages.flatMap(({ bot_users }) => bot_users.find(({ id }) => !isUnplaced(id)) ?? []);
  const begin = rows.findIndex(
    ({ id }, at) => id === top[0]?.id && isLoaded(rows[at + 1]?.id ?? ''),
  );
  const renewed = new Map(rows.filter(({ id }) => isLoaded(id)).map((bot) => [bot.id, bot]));
  const added = rows.slice(Math.max(0, begin)).filter(({ id }) => !isLoaded(id));
  // A row that was created here stands on top, wherever the service has it: that is no repetition.
  const isPlaced = rows.filter(({ id }) => takePlace(id)).length > 0;
  const isRepeated = rows.length > 0 && added.length === 0 && !isPlaced;
  if (number === 0) added.unshift(...createdSince(askedAt));
  const bot_users = added.filter(({ id }) => {
    if (isLoaded(id)) return false;
    pageNumbers.set(id, number);
    return true;
  });
  const laid = { ...page, bot_users, isRepeated, askedAt: undefined };
  return [...editPages(pages, renewed), laid];
}

/**
 * @param rows by id, `null` removes a row; rows that are not loaded are left out
 * @param top rows to insert above all others
 * @returns the same pages where none of them is concerned
 */
export function editPages(
  pages: readonly BotUserPage[],
  rows: ReadonlyMap<string, BotUser | null>,
  top: readonly BotUser[] = [],
): readonly BotUserPage[] {
  const numbers = new Set([...rows.keys()].flatMap((id) => pageNumbers.get(id) ?? []));
  if (top.length > 0) numbers.add(0);
  if (numbers.size === 0) return pages;
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
  renumber(
    [...rows].flatMap(([id, row]) => (row === null ? id : [])),
    top,
  );
  return edited;
}

/** @param first rows that are in the first page now */
export function renumber(removed: Iterable<string>, first: readonly BotUser[]) {
  for (const id of removed) pageNumbers.delete(id);
  for (const { id } of first) pageNumbers.set(id, 0);
}

/**
 * Lets the URIs of a page share their beginning, and their end with the id: an engine keeps a concatenated text as its
 * parts. In full they are a fifth of the memory of a long list.
 */
function shareUris(bot_users: readonly BotUser[]) {
  const [first] = bot_users;
  const base = first?.uri.endsWith(first.id) ? first.uri.slice(0, -first.id.length) : '';
  if (base === '') return;
  for (const bot of bot_users) {
    const { id, uri } = bot;
    // Without comparing the concatenation, for which the engine would write it out in full.
    const isSame = uri.length === base.length + id.length && uri.startsWith(base);
    if (isSame && uri.endsWith(id)) bot.uri = base + id;
  }
}
