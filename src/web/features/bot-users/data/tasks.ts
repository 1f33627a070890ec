import type { Outcome, Task } from '#web/features/bot-users/data/loader.ts';
import {
  appendPage,
  createChain,
  createRereading,
  type Follows,
  type ReadPage,
  type Rereading,
  type Until,
} from '#web/features/bot-users/data/reading.ts';
import type { RowStore } from '#web/features/bot-users/data/row-store.ts';

export type Read = (query: string) => Promise<ReadPage>;
/** Reads one page. @returns `undefined` when it goes on */
export type Step = (read: Read) => Promise<Outcome | undefined>;

/** How far the loaded rows reach. */
export type Extent = {
  follows: Follows;
  unreadable: number;
  /** Milliseconds, our clock: since when some of what is loaded has not been looked at. */
  readAt: number;
};

/**
 * What each task does, a page at a time.
 *
 * @param first query of the first page
 * @param page the first one
 */
export function createTasks(rows: RowStore, first: string, page: ReadPage) {
  let chain = createChain(first);
  appendPage(rows, chain, page);
  let { unreadable } = page;
  let readAt = Date.now();

  /** @returns how many rows of the next page are new; 0 when there is none */
  async function loadNext(read: Read): Promise<number> {
    const query = chain.next();
    if (query === undefined) return 0;
    const next = await read(query);
    unreadable += next.unreadable;
    return appendPage(rows, chain, next);
  }

  /** @param all until the end, not only until a page has brought something */
  function loading(all: boolean): Step {
    let added = 0;
    return async (read) => {
      added += await loadNext(read);
      const goesOn = chain.next() !== undefined && (all || added === 0);
      return goesOn ? undefined : { kind: 'done', added };
    };
  }

  function rereading(until: Until): Step {
    const begun = Date.now();
    const before = unreadable;
    const again = createRereading(rows, first, until);
    let hasLookedBelow = false;
    return async (read) => {
      const query = again.chain.next();
      if (again.isLost() && !hasLookedBelow) {
        hasLookedBelow = true;
        await loadNext(read);
      } else if (query !== undefined) again.take(await read(query));
      if (!again.isDone()) return undefined;

      const found = again.finish();
      if (found.isComplete) takeOver(again, begun, before);
      else unreadable = Math.max(unreadable, again.unreadable());
      return { kind: 'done', added: found.added, found };
    };
  }

  /** @param before unreadable rows that were known of when it began */
  function takeOver(again: Rereading, begun: number, before: number) {
    readAt = begun;
    if (again.isAtEnd()) {
      chain = again.chain;
      unreadable = again.unreadable();
    } else {
      // Others were loaded further down meanwhile, and where those end is known.
      unreadable += again.unreadable() - before;
    }
  }

  const begin: Record<Task, () => Step> = {
    refresh: () => rereading('known'),
    more: () => loading(false),
    all: () => loading(true),
    // Where all is loaded, what has been added at the end belongs to it.
    check: () => rereading(chain.follows() === 'end' ? 'end' : 'last'),
  };

  return {
    begin: (task: Task) => begin[task](),
    extent: (): Extent => ({ follows: chain.follows(), unreadable, readAt }),
  };
}
