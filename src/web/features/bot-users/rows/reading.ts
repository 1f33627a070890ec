import type { BotUser } from '#contract/bot-user.ts';
import { nextPageQuery } from '#contract/page.ts';
import type { RowStore } from '#web/features/bot-users/rows/row-store.ts';

/** A page as it was read, with the local changes that it did not know. */
export type ReadPage = {
  bot_users: readonly BotUser[];
  next_page_uri: string | null;
  /** Rows that are no bot users as far as this version can tell. */
  unreadable: number;
  /** Whether the service sent no row at all. */
  isEmpty: boolean;
};

/** What comes after the loaded rows; `repeated` and `empty`: a service that would be asked for ever. */
export type Follows = 'more' | 'end' | 'repeated' | 'empty';

/** What reading again from the top has found. */
export type Found = { added: number; changed: number; gone: readonly string[] };

/** Empty pages in a row that are followed before the service is taken for one that never ends. */
const EMPTY_MAX = 3;

/** One page after the other, from the query of the first. */
export function createChain(first: string) {
  const asked = new Set<string>();
  let query: string | undefined = first;
  let empty = 0;
  let follows: Follows = 'more';

  return {
    /** `undefined` when nothing follows. */
    next: () => (follows === 'more' ? query : undefined),
    follows: () => follows,
    /** @param isNews whether the page held anything that was not here */
    take(page: ReadPage, isNews: boolean) {
      if (query !== undefined) asked.add(query);
      query = nextPageQuery(page.next_page_uri);
      empty = page.isEmpty ? empty + 1 : 0;
      follows = whatFollows(page, isNews);
    },
  };

  function whatFollows(page: ReadPage, isNews: boolean): Follows {
    if (query === undefined) return 'end';
    if (asked.has(query) || (page.bot_users.length > 0 && !isNews)) return 'repeated';
    return empty < EMPTY_MAX ? 'more' : 'empty';
  }
}

export type Chain = ReturnType<typeof createChain>;

/** Appends the page to the rows. @returns how many of it are new */
export function appendPage(rows: RowStore, chain: Chain, page: ReadPage): number {
  const { length } = rows.append(page.bot_users);
  chain.take(page, length > 0);
  return length;
}

export type Rereading = {
  chain: Chain;
  /** Whether everything that was here has been read again. */
  isComplete: () => boolean;
  /** @returns whether it is through */
  take(page: ReadPage): boolean;
  /** Takes over the order, and lets go of what is gone. */
  finish(): Found;
  unreadable: () => number;
};

/**
 * Reads again from the top: until it meets what is here, or through all of it. What has changed shows at once.
 *
 * @param first query of the first page
 */
export function createRereading(rows: RowStore, first: string, through: boolean): Rereading {
  const since = rows.next();
  const { size } = rows;
  const chain = createChain(first);
  const read: BotUser[] = [];
  /** Rows that were not here, as far as others that were here came after them. */
  let newAbove = 0;
  let known = 0;
  let changed = 0;
  let unreadable = 0;

  const knownSlot = (bot: BotUser) => {
    const slot = rows.slotOf(bot.id);
    return slot !== undefined && slot < since ? slot : undefined;
  };
  const hasPassed = () => read.length - newAbove >= size;

  function look(bot: BotUser): boolean {
    const slot = knownSlot(bot);
    read.push(bot);
    if (slot === undefined) return false;
    newAbove = read.length - 1 - known++;
    if (differs(rows.at(slot), bot)) changed += 1;
    rows.renew(bot);
    return rows.isPlaced(slot);
  }

  return {
    chain,
    isComplete: () => chain.follows() === 'end' || (through && hasPassed()),
    take(page) {
      const met = page.bot_users.map(look).some(Boolean);
      unreadable += page.unreadable;
      chain.take(page, true);
      return chain.next() === undefined || (through ? hasPassed() : met);
    },
    finish() {
      const { added, gone } = rows.adopt(read, since, this.isComplete());
      return { added, changed, gone };
    },
    unreadable: () => unreadable,
  };
}

const differs = (one: BotUser, other: BotUser) =>
  one.name !== other.name || one.active !== other.active;
