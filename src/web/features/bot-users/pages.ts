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

/** The number of the page that holds a row, by id. A page keeps its number until the list begins anew. */
const pageNumbers = new Map<string, number>();

/** Pages that were read and have not been laid into the list yet, with the tick of their request. */
const arriving = new WeakMap<object, number>();

export const clearPages = () => pageNumbers.clear();
export const isLoaded = (id: string) => pageNumbers.has(id);
export const pageNumberOf = (id: string) => pageNumbers.get(id);
export const loadedCount = () => pageNumbers.size;

/** @param send requests the page */
export async function readPage(send: () => Promise<BotUserList>): Promise<BotUserPage> {
  const askedAt = tick();
  const readAt = Date.now();
  const { bot_users, next_page_uri, unreadable } = await send();
  shareUris(bot_users);
  const isEmpty = bot_users.length === 0 && unreadable === 0;
  const page = { bot_users, next_page_uri, unreadable, readAt, isEmpty, isRepeated: false };
  arriving.set(page, askedAt);
  return page;
}

/** The tick of the request of a page that `readPage` has returned. */
export const askedAtOf = (page: BotUserPage) => arriving.get(page) ?? 0;

/** What follows the pages that were read. */
export function nextOf(
  pages: ReadonlyArray<Pick<BotUserPage, 'next_page_uri' | 'isEmpty' | 'isRepeated'>>,
  queries: readonly string[],
): { query: string } | { end: ListEnd } {
  const last = pages.at(-1);
  const query = nextPageQuery(last?.next_page_uri);
  if (last === undefined || query === undefined) return { end: 'last' };
  if (queries.includes(query) || last.isRepeated) return { end: 'repeated' };
  const recent = pages.slice(-EMPTY_PAGES_MAX);
  const isEnough = recent.length === EMPTY_PAGES_MAX && recent.every(({ isEmpty }) => isEmpty);
  return isEnough ? { end: 'empty' } : { query };
}

/** @returns `undefined` where the service has more */
export function endOf({ pages, pageParams }: BotUserPages): ListEnd | undefined {
  const next = nextOf(pages, pageParams);
  return 'end' in next ? next.end : undefined;
}

/**
 * The `structuralSharing` of the list. A fetch returns the pages as they were when it began, and those that were changed
 * meanwhile would be lost. So only pages that have just been read are taken, with every newer change laid over them.
 */
export function arrive(current: BotUserPages | undefined, incoming: BotUserPages): BotUserPages {
  const last = incoming.pages.at(-1);
  if (last === undefined || !arriving.has(last)) return incoming; // a write of our own
  const [first] = incoming.pages;
  if (current === undefined || (first && arriving.has(first))) return startList(incoming);
  const query = incoming.pageParams.at(-1) ?? '';
  const next = nextOf(current.pages, current.pageParams);
  // A refresh may have put other pages in place of those that this one follows.
  if ('end' in next || next.query !== query) return current;
  return { pages: append(current.pages, last), pageParams: [...current.pageParams, query] };
}

/** A list of pages that have just been read, in place of whatever was loaded. */
export function startList({ pages, pageParams }: BotUserPages): BotUserPages {
  pageNumbers.clear();
  return { pages: pages.reduce<BotUserPage[]>(append, []), pageParams };
}

function append(pages: readonly BotUserPage[], page: BotUserPage): BotUserPage[] {
  const number = pages.length;
  const askedAt = askedAtOf(page);
  const rows = over(page.bot_users, askedAt);
  const top = firstPlaced(pages);
  // Where the service begins again at its top, new rows above that are left to a refresh.
  const begin = Math.max(
    0,
    rows.findIndex(({ id }) => id === top),
  );
  const renewed = new Map(rows.filter(({ id }) => isLoaded(id)).map((bot) => [bot.id, bot]));
  const added = rows.slice(begin).filter(({ id }) => !isLoaded(id));
  // A row that was created here stands on top, wherever the service has it: that is no repetition.
  const isPlaced = rows.filter(({ id }) => takePlace(id)).length > 0;
  const isRepeated = rows.length > 0 && added.length === 0 && !isPlaced;
  if (number === 0) added.unshift(...createdSince(askedAt, isLoaded));
  const bot_users = added.filter(({ id }) => {
    if (isLoaded(id)) return false;
    pageNumbers.set(id, number);
    return true;
  });
  return [...editPages(pages, renewed), { ...page, bot_users, isRepeated }];
}

/** The row where the service's own order begins. */
function firstPlaced(pages: readonly BotUserPage[]): string | undefined {
  for (const { bot_users } of pages) {
    const first = bot_users.find(({ id }) => !isUnplaced(id));
    if (first) return first.id;
  }
  return undefined;
}

/**
 * @param rows by id, `null` removes a row; rows that are not loaded are left out
 * @param top rows to insert above all others
 * @returns the same pages where nothing differs
 */
export function editPages(
  pages: readonly BotUserPage[],
  rows: ReadonlyMap<string, BotUser | null>,
  top: readonly BotUser[] = [],
): readonly BotUserPage[] {
  const edited = pages.slice();
  const numbers = new Set([...rows.keys()].flatMap((id) => pageNumbers.get(id) ?? []));
  if (top.length > 0) numbers.add(0);
  for (const number of numbers) {
    const page = pages[number];
    if (!page) continue;
    const bot_users = page.bot_users.flatMap((bot) => {
      const row = rows.get(bot.id);
      return row === undefined ? bot : (row ?? []);
    });
    if (number === 0) bot_users.unshift(...top);
    const isSame =
      bot_users.length === page.bot_users.length &&
      bot_users.every((bot, at) => bot === page.bot_users[at]);
    if (!isSame) edited[number] = { ...page, bot_users };
  }
  for (const [id, row] of rows) if (row === null) pageNumbers.delete(id);
  for (const { id } of top) pageNumbers.set(id, 0);
  return edited.some((page, number) => page !== pages[number]) ? edited : pages;
}

/** Puts the rows of a refresh into the first page. */
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
