import type { BotUser } from '#contract/bot-user.ts';
import { nextPageQuery } from '#contract/page.ts';
import type { RowStore, Slot } from '#web/features/bot-users/data/row-store.ts';

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
export type Found = {
  added: number;
  changed: number;
  gone: readonly string[];
  /** Whether everything that was here has been looked at. */
  isComplete: boolean;
};

/** Empty pages in a row that are followed before the service is taken for one that never ends. */
const EMPTY_MAX = 3;

/** One page after the other, from the query of the first. */
export function createChain(first: string) {
  const asked = new Set<string>();
  let query: string | undefined = first;
  let empty = 0;
  let follows: Follows = 'more';
  const met = new Set<Slot>();

  return {
    /** @returns whether it is the first time: a service that sends the same for ever must not go on for it */
    meets(slot: Slot) {
      const isFirst = !met.has(slot);
      met.add(slot);
      return isFirst;
    },
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

/**
 * Appends the page to the rows. What does not go on where they end is not taken for older ones: a service that begins
 * again at its top sends such, and reading again from there will find what is new among them.
 *
 * @returns how many of it are new
 */
export function appendPage(rows: RowStore, chain: Chain, page: ReadPage): number {
  const slots = page.bot_users.map(({ id }) => rows.slotOf(id));
  // One that was made here stands in front, wherever the service has it: it tells nothing of where the page goes on.
  const known = slots.findLastIndex((slot) => slot !== undefined && rows.isPlaced(slot));
  const goesOn = known === -1 || slots[known] === rows.order().at(-1);
  const { length } = rows.append(
    page.bot_users.filter((_, index) => slots[index] !== undefined || (goesOn && index > known)),
  );
  const meets = slots.some(
    (slot) => slot !== undefined && !rows.isPlaced(slot) && chain.meets(slot),
  );
  chain.take(page, length > 0 || meets);
  return length;
}

/** Until it meets a row that is here, or the last row that is here, or the end of all. */
export type Until = 'known' | 'last' | 'end';

export interface Rereading {
  chain: Chain;
  take(page: ReadPage): void;
  isDone(): boolean;
  /** Whether it may have gone past what was here without meeting it: a row that was below that would tell. */
  isLost(): boolean;
  /** Takes over the order, and lets go of what is gone. */
  finish(): Found;
  /** After the finish: whether nothing that is here lies below what it has read. */
  isAtEnd(): boolean;
  unreadable(): number;
}

/** Rows that nobody has ever seen here, in front of those that somebody has: more are hardly made between two looks. */
const STRANGERS_MAX = 1000;

/**
 * Reads again from the top. What has changed shows at once, what is new or gone at the finish.
 *
 * @param first query of the first page
 */
export function createRereading(rows: RowStore, first: string, until: Until): Rereading {
  const since = rows.next();
  const chain = createChain(first);
  const read = new Set<string>();
  let hasMet = false;
  /** Rows in a row that were not here. */
  let strangers = 0;
  let changed = 0;
  let unreadable = 0;

  /** @returns whether it stood at its place here */
  function look(bot: BotUser): boolean {
    read.add(bot.id);
    const slot = rows.slotOf(bot.id);
    if (slot === undefined) {
      rows.hold(bot);
      return false;
    }
    if (differs(rows.at(slot), bot)) changed += 1;
    rows.renew(bot);
    return rows.isPlaced(slot);
  }

  const wasHere = (slot: Slot) => slot < since;
  const hasRead = (slot: Slot) => read.has(rows.at(slot).id);

  /** Whether the last row that was here has been read, or one below it. */
  function isPast(): boolean {
    const order = rows.order();
    const last = order.findLastIndex((slot) => wasHere(slot) && rows.isPlaced(slot));
    // Those that only stand in front may be read in any order.
    if (last === -1) return order.every((slot) => !wasHere(slot) || hasRead(slot));
    return order.slice(last).some((slot) => rows.isPlaced(slot) && hasRead(slot));
  }
  const isComplete = () => chain.follows() === 'end' || isPast();

  return {
    chain,
    take(page) {
      const isNews = page.bot_users.some(({ id }) => !read.has(id));
      const meets = page.bot_users.map(look).some(Boolean);
      chain.take(page, isNews);
      hasMet ||= meets;
      strangers = meets ? 0 : strangers + page.bot_users.length;
      unreadable += page.unreadable;
    },
    isDone() {
      if (chain.next() === undefined) return true;
      if (until === 'end') return false;
      return (until === 'known' && hasMet) || isPast();
    },
    isLost: () => strangers >= (hasMet ? 1 : STRANGERS_MAX),
    finish() {
      const complete = isComplete();
      return { ...rows.adopt(read, since, complete), changed, isComplete: complete };
    },
    isAtEnd() {
      const last = rows.order().at(-1);
      return last === undefined || hasRead(last);
    },
    unreadable: () => unreadable,
  };
}

const differs = (one: BotUser, other: BotUser) =>
  one.name !== other.name || one.active !== other.active;
