import { FIRST_PAGE } from '#contract/page.ts';
import {
  createPass,
  lastPlaced,
  mergePage,
  placeTail,
  type Pass,
  type RefreshResult,
} from '#web/features/bot-users/data/merge-page.ts';
import { botUserKeys, endOf, nextOf, type Page } from '#web/features/bot-users/data/pages.ts';
import { loadNext, type ListParts } from '#web/features/bot-users/data/queries.ts';
import { createWork, type Job } from '#web/features/bot-users/data/work.ts';

/** Unknown rows in a row above the first known one: more are hardly made between two refreshes. */
const UNKNOWN_MAX = 1000;

/**
 * Reads again from the top, page by page. Never an infinite query's refetch, which would read every loaded page before
 * it shows anything, and could not stop at a known row.
 *
 * `refresh`: to the first row that is known. `checkAll`: past the last one, which also finds edits and deletions.
 */
export function createRefresh({ client, cache, queries, limiter, session }: ListParts) {
  /** The last refresh. A check takes in nothing while it runs: a page requested before another one would undo that. */
  let refreshing: Promise<unknown> = Promise.resolve();

  async function readForRefresh(query: string, { signal }: Job): Promise<Page> {
    const page = await client.query(queries.page(query, { signal }));
    signal.throwIfAborted();
    return page;
  }

  async function readForCheck(query: string, { signal, onWait }: Job): Promise<Page> {
    for (;;) {
      await limiter.room(signal);
      await refreshing.catch(() => {});
      const before = refreshing;
      const page = await client.query(queries.page(query, { signal, retry: 'background', onWait }));
      signal.throwIfAborted();
      if (refreshing === before) return page;
    }
  }

  async function run(
    until: 'known' | 'end',
    readPage: (query: string, job: Job) => Promise<Page>,
    job: Job,
  ): Promise<RefreshResult> {
    if (cache.size() === 0) return startOver();
    const pass = createPass(cache.changes.now());
    const begun = Date.now();
    const pages: Page[] = [];
    const asked: string[] = [];
    let unreadable = 0;
    let foundOverlap = false;
    let hasLoadedBelow = false;

    function isDone(): boolean {
      const list = cache.data();
      // Where all is loaded, what has been added at the end belongs to it.
      const isPast = isLastRead(pass) && !(list && endOf(list) === 'last');
      if (isPast) pass.result.isComplete = true;
      return isPast || (until === 'known' && foundOverlap);
    }

    for (let query: string | undefined = FIRST_PAGE; query !== undefined;) {
      const page = await readPage(query, job);
      asked.push(query);
      pages.push({ ...page, bot_users: [], isRepeated: isRepeated(pass, page) });
      unreadable += page.unreadable;
      const next = nextOf(pages, asked);
      const isEnd = 'end' in next && next.end === 'last';
      if (mergePage(cache, pass, page, isEnd)) foundOverlap = true;
      if (isEnd) pass.result.isComplete = true;
      job.onRead(page.bot_users.length);
      query = isDone() || 'end' in next ? undefined : next.query;
      // It may have gone past what is here without meeting it: a row below that would tell.
      const lostOverlap = pass.tail.length >= (foundOverlap ? 1 : UNKNOWN_MAX);
      if (query === undefined || !lostOverlap || hasLoadedBelow) continue;
      hasLoadedBelow = true;
      await loadNext(client, queries.list());
      job.signal.throwIfAborted();
      if (placeTail(cache, pass)) foundOverlap = true;
      if (isDone()) query = undefined;
    }

    // In the same moment: pages that are loaded later lie below.
    if (pass.result.isComplete)
      cache.finishCheck(begun, unreadable, pass.tail.length === 0 ? pages.at(-1) : undefined);
    else cache.foundUnreadable(unreadable);
    return pass.result;
  }

  const isRepeated = ({ read }: Pass, { bot_users }: Page) =>
    bot_users.length > 0 && bot_users.every(({ id }) => read.has(id));

  /** Whether the last loaded row has been read. */
  function isLastRead(pass: Pass): boolean {
    const last = cache.data()?.pages.findLast(({ bot_users }) => bot_users.length > 0);
    return last === undefined || last.bot_users.at(-1)?.id === lastPlaced(pass, cache);
  }

  /** There is no row to be met. */
  async function startOver(): Promise<RefreshResult> {
    await client.refetchQueries(
      { queryKey: botUserKeys.list(), exact: true },
      { throwOnError: true },
    );
    cache.finishCheck(0, 0, undefined);
    return { added: cache.size(), changed: 0, gone: [], isComplete: true };
  }

  return {
    refresh: createWork(session, (job) => {
      const pass = run('known', readForRefresh, job);
      refreshing = pass;
      return pass;
    }),
    checkAll: createWork(session, (job) => run('end', readForCheck, job)),
  };
}
