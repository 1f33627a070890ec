import { botUserKeys } from '#web/features/bot-users/data/pages.ts';
import { loadNext, type ListParts } from '#web/features/bot-users/data/queries.ts';
import { createWork } from '#web/features/bot-users/data/work.ts';

/**
 * Reads page after page. It asks as the button does, by `fetchNextPage`, and each joins what the other has under way:
 * so there is one request at a time, and a press never waits for more than that one.
 */
export function createLoadAll({ client, cache, queries, limiter, session }: ListParts) {
  let wanted = Infinity;
  const work = createWork(session, async ({ signal, onRead, onWait }) => {
    let failure: unknown;
    const options = queries.list({ retry: 'background', onWait }, (error) => (failure = error));
    for (let hasMore = true; hasMore;) {
      await limiter.room(signal);
      const before = cache.size();
      const result = await loadNext(client, options);
      signal.throwIfAborted();
      // A press that did not want to wait may have failed in its place: that is no reason to give up.
      if (result?.error && result.error === failure) throw result.error;
      onRead(cache.size() - before);
      hasMore = (result?.hasNextPage ?? false) && cache.size() < wanted;
    }
  });

  return {
    ...work,
    /** @param rows as many as are wanted, more only where that is under way already */
    start(rows = Infinity) {
      wanted = work.get().status === 'running' ? Math.max(wanted, rows) : rows;
      return work.start();
    },
    stop() {
      if (work.get().status !== 'running') return;
      work.stop();
      void client.cancelQueries({ queryKey: botUserKeys.list(), exact: true });
    },
  };
}
