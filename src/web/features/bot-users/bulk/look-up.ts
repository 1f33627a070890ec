import { failureOf, isNotThere } from '#client/errors.ts';
import type { OnWait } from '#client/retry.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { BotUserCache } from '#web/features/bot-users/data/cache.ts';
import { botUserKeys } from '#web/features/bot-users/data/pages.ts';
import { chosenFrom, type Chosen } from '#web/features/bot-users/plan/build-plan.ts';
import { inTurns } from '#web/lib/in-turns.ts';

type Parts = { client: QueryClient; cache: BotUserCache };

type LookUp = Parts & {
  ids: readonly string[];
  /** Requests under way at the same time. */
  atOnce: number;
  signal: AbortSignal;
  onWait: OnWait;
  /** `undefined`: the service does not know it. */
  onRead: (id: string, bot: BotUser | undefined) => void;
};

/**
 * Reads bot users one by one. They are kept beside the list, as those whose page is open are: so a change of theirs
 * reaches them as well.
 *
 * @throws what ends it; what has been read by then is kept
 */
export async function lookUp({ client, cache, ids, atOnce, onRead, ...options }: LookUp) {
  const turn = inTurns(atOnce);
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);

  async function read(id: string) {
    signal.throwIfAborted();
    const requested = cache.changes.now();
    const bot = await call(
      botUserEndpoints.get,
      { params: { id } },
      { signal, retry: 'background', onWait: options.onWait },
    ).catch((error: unknown) => {
      if (isNotThere(failureOf(error))) return undefined;
      throw error;
    });
    const [now] = bot ? cache.changes.over([bot], requested) : [];
    if (now) client.setQueryData<BotUser>(botUserKeys.detail(id), now);
    onRead(id, now);
  }

  try {
    await Promise.all(ids.map((id) => turn(() => read(id))));
  } finally {
    failed.abort();
  }
}

/** The selected bot users, loaded or looked up, and the ids of which nothing else is known any more. */
export function chosenAmong({ client, cache }: Parts, ids: ReadonlySet<string>) {
  const loaded = chosenFrom(cache, ids);
  const bots = [...loaded.bots];
  let { readAt } = loaded;
  const missing: string[] = [];
  for (const id of ids) {
    if (cache.has(id)) continue;
    const { data, dataUpdatedAt = 0 } = client.getQueryState<BotUser>(botUserKeys.detail(id)) ?? {};
    if (data) {
      bots.push(data);
      readAt = Math.min(readAt, dataUpdatedAt);
    } else missing.push(id);
  }
  const chosen: Chosen = { ...loaded, bots, readAt };
  return { chosen, missing };
}
