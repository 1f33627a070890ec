import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import type { RateLimiter } from '#web/api/rate-limiter.ts';
import type { BotUserCache } from '#web/features/bot-users/data/cache.ts';
import {
  createPass,
  lastPlaced,
  mergePage,
  placeTail,
  type Pass,
  type RefreshResult,
} from '#web/features/bot-users/data/merge-page.ts';
import {
  botUserKeys,
  endOf,
  FIRST_PAGE,
  nextOf,
  type Page,
} from '#web/features/bot-users/data/pages.ts';
import type { BotUserQueries } from '#web/features/bot-users/data/queries.ts';
import { createWork, type Job } from '#web/features/bot-users/data/work.ts';

/** Unknown rows in a row above the first known one: more are hardly made between two refreshes. */
const UNKNOWN_MAX = 1000;

type Parts = {
  client: QueryClient;
  cache: BotUserCache;
  queries: BotUserQueries;
  limiter: Pick<RateLimiter, 'room'>;
  session: AbortSignal;
};

/** Why a wait of `checkAll` ends early; it asks again afterwards. */
class Preempted extends Error {
  override readonly name = 'Preempted';
}

/**
 * Reads again from the top, page by page. Never an infinite query's refetch, which would read every loaded page before
 * it shows anything, and could not stop at a known row.
 *
 * `refresh`: to the first row that is known. `checkAll`: past the last one, which also finds edits and deletions.
 */
export function createRefresh({ client, cache, queries, limiter, session }: Parts) {
  /** A page is requested and taken in before the other pass requests one: else the older would miss what is newer. */
  let turn: Promise<unknown> = Promise.resolve();
  /** Of the page of `checkAll` that waits for a limit, a fault to pass or a connection. */
  let waiting: AbortController | undefined;

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  }

  /** Requests a page and takes it in. */
  type Step = (query: string, take: (page: Page) => void) => Promise<void>;

  const byHand =
    ({ signal }: Job): Step =>
    (query, take) => {
      waiting?.abort(new Preempted());
      return inTurn(async () => {
        const page = await client.query(queries.page(query, { signal }));
        signal.throwIfAborted();
        take(page);
      });
    };

  const inBackground =
    (job: Job): Step =>
    async (query, take) => {
      for (let isTaken = false; !isTaken;) {
        await limiter.room(job.signal);
        isTaken = await inTurn(() => tryInBackground(query, take, job));
      }
    };

  /** @returns whether it was taken in: a press does not wait for one that waits */
  async function tryInBackground(query: string, take: (page: Page) => void, job: Job) {
    const own = new AbortController();
    const signal = AbortSignal.any([job.signal, own.signal]);
    const onWait: Job['onWait'] = (wait) => {
      waiting = wait && own;
      job.onWait(wait);
    };
    try {
      const options = { signal, retry: 'background', onWait } as const;
      const page = await client.query(queries.page(query, options));
      signal.throwIfAborted();
      take(page);
      return true;
    } catch (error) {
      if (job.signal.aborted || !own.signal.aborted) throw error;
      return false;
    } finally {
      waiting = undefined;
    }
  }

  async function run(until: 'known' | 'end', step: Step, job: Job): Promise<RefreshResult> {
    if (cache.size() === 0) return startOver();
    const pass = createPass(cache.changes.now());
    const begun = Date.now();
    const pages: Page[] = [];
    const asked: string[] = [];
    let hasMet = false;
    let hasLookedBelow = false;
    let query: string | undefined = FIRST_PAGE;

    function take(page: Page, from: string) {
      asked.push(from);
      pages.push({ ...page, isRepeated: isRepeated(pass, page) });
      const next = nextOf(pages, asked);
      const isEnd = 'end' in next && next.end === 'last';
      query = 'query' in next ? next.query : undefined;
      if (mergePage(cache, pass, page, isEnd)) hasMet = true;
      if (isEnd) pass.result.isComplete = true;
      endWhereDone();
      job.onRead(page.bot_users.length);
    }

    /** In the moment in which it is so: pages that are loaded later lie below. */
    function endWhereDone() {
      const list = cache.data();
      // Where all is loaded, what has been added at the end belongs to it.
      const isPast = isLastRead(pass) && !(list && endOf(list) === 'last');
      if (isPast) pass.result.isComplete = true;
      if (isPast || (until === 'known' && hasMet)) query = undefined;
      if (query !== undefined) return;
      const unreadable = pages.reduce((sum, page) => sum + page.unreadable, 0);
      const end = pass.tail.length === 0 ? pages.at(-1) : undefined;
      if (pass.result.isComplete) cache.finishCheck(begun, unreadable, end);
      else cache.foundUnreadable(unreadable);
    }

    while (query !== undefined) {
      const from: string = query;
      await step(from, (page) => take(page, from));
      // It may have gone past what is here without meeting it: a row below that would tell.
      const isLost = pass.tail.length >= (hasMet ? 1 : UNKNOWN_MAX);
      if (query === undefined || !isLost || hasLookedBelow) continue;
      hasLookedBelow = true;
      await loadNextPage();
      job.signal.throwIfAborted();
      if (placeTail(cache, pass)) hasMet = true;
      endWhereDone();
    }
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

  async function loadNextPage() {
    const observer = new InfiniteQueryObserver(client, queries.list());
    const leave = observer.subscribe(() => {});
    try {
      if (observer.getCurrentResult().hasNextPage)
        await observer.fetchNextPage({ cancelRefetch: false });
    } finally {
      leave();
    }
  }

  return {
    refresh: createWork(session, (job) => run('known', byHand(job), job)),
    checkAll: createWork(session, (job) => run('end', inBackground(job), job)),
  };
}
