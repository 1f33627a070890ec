import type { InfiniteData } from '@tanstack/react-query';
import type { BotUser } from '#contract/bot-user.ts';
import { nextPageQuery } from '#contract/page.ts';

/** Never changed in place: a change of a row makes a new page, so whatever is derived from a page can be kept by it. */
export interface Page {
  readonly bot_users: readonly BotUser[];
  readonly next_page_uri: string | null;
  /** Rows that are no bot users as far as this version can tell. */
  readonly unreadable: number;
  /** Milliseconds, our clock: when it was requested. */
  readonly readAt: number;
  /** Whether the service sent no row at all. */
  readonly isEmpty: boolean;
  /** Whether all of its rows had come before. */
  readonly isRepeated: boolean;
}

/**
 * Lets the addresses of a page share their beginning and the ids that they end with: an engine keeps a text that was put
 * together as its parts. In full they are a fifth of the memory of a long list.
 */
export function shareUris(bot_users: readonly BotUser[]) {
  const [first] = bot_users;
  const base = first?.uri.endsWith(first.id) ? first.uri.slice(0, -first.id.length) : '';
  if (base === '') return;
  for (const bot of bot_users) {
    const { id, uri } = bot;
    const isBelow = uri.length === base.length + id.length;
    if (isBelow && uri.startsWith(base) && uri.endsWith(id)) bot.uri = base + id;
  }
}

/** A page param is the query of the page. */
export type Pages = InfiniteData<Page, string>;

/** Why there is no next page; all but `last` are faults of the service, which would be asked for ever. */
export type ListEnd = 'last' | 'repeated' | 'empty';

/** Every query key, from general to special. */
export const botUserKeys = {
  all: ['bot-users'] as const,
  list: () => [...botUserKeys.all, 'list'] as const,
  page: (query: string, retry: string) => [...botUserKeys.all, 'page', retry, query] as const,
  detail: (id: string) => [...botUserKeys.all, 'detail', id] as const,
};

/** Empty pages in a row that are followed. */
const EMPTY_MAX = 3;

/** What follows the pages that were read. */
export function nextOf(
  pages: ReadonlyArray<Pick<Page, 'next_page_uri' | 'isEmpty' | 'isRepeated'>>,
  queries: readonly string[],
): { query: string } | { end: ListEnd } {
  const last = pages.at(-1);
  const query = nextPageQuery(last?.next_page_uri);
  if (last === undefined || query === undefined) return { end: 'last' };
  if (queries.includes(query) || last.isRepeated) return { end: 'repeated' };
  const recent = pages.slice(-EMPTY_MAX);
  const isAllEmpty = recent.length === EMPTY_MAX && recent.every(({ isEmpty }) => isEmpty);
  return isAllEmpty ? { end: 'empty' } : { query };
}

/** Why the list ends; `undefined` where the service has more. */
export function endOf({ pages, pageParams }: Pages): ListEnd | undefined {
  const next = nextOf(pages, pageParams);
  return 'end' in next ? next.end : undefined;
}
