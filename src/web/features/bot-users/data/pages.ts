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
  /** Rows as they came, the unreadable ones as well, before any was left out. */
  readonly received: number;
  /** How many of them had come before. */
  readonly repeated: number;
}

/** A page param is the query of the page. */
export type Pages = InfiniteData<Page, string>;

/** Why there is no next page; all but `last` are faults of the service, which would be asked for ever. */
export type ListEnd = 'last' | 'repeated' | 'empty';

/** Empty pages in a row that are followed. */
const EMPTY_MAX = 3;

/** What follows the pages that were read. */
export function nextOf(
  pages: ReadonlyArray<Pick<Page, 'next_page_uri' | 'received' | 'repeated'>>,
  queries: readonly string[],
): { query: string } | { end: ListEnd } {
  const last = pages.at(-1);
  const query = nextPageQuery(last?.next_page_uri);
  if (last === undefined || query === undefined) return { end: 'last' };
  const isNothingNew = last.received > 0 && last.repeated === last.received;
  if (queries.includes(query) || isNothingNew) return { end: 'repeated' };
  const recent = pages.slice(-EMPTY_MAX);
  if (recent.length === EMPTY_MAX && recent.every(({ received }) => received === 0))
    return { end: 'empty' };
  return { query };
}
