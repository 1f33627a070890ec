import type { OnWait } from '#client/retry.ts';
import { failureOf, isNotThere } from '#client/errors.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { call } from '#web/api/call.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { queryClient } from '#web/api/query-client.ts';
import { over, tick } from '#web/features/bot-users/changes.ts';
import { botUser } from '#web/features/bot-users/queries.ts';
import { inTurns } from '#web/lib/in-turns.ts';

type LookUp = {
  signal: AbortSignal;
  onWait: OnWait;
  /** `undefined`: the service does not know the id. */
  onRead: (id: string, bot: BotUser | undefined) => void;
};

/**
 * Reads bot users that are not loaded, each by its id. They stay in the query cache as an open page's bot user does, so
 * that changes reach them and a plan finds them.
 *
 * @throws the first failure, which ends it; what has been read by then stays
 */
export async function lookUp(ids: readonly string[], { signal, onWait, onRead }: LookUp) {
  const turn = inTurns(runtimeConfig().limits.requests_at_once);
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);

  async function read(id: string) {
    either.throwIfAborted();
    const askedAt = tick();
    const options = { signal: either, retry: 'background', onWait } as const;
    try {
      const bot = await call(botUserEndpoints.get, { params: { id } }, options);
      const [now] = over([bot], askedAt);
      if (now) queryClient.setQueryData(botUser(id).queryKey, now);
      onRead(id, now);
    } catch (error) {
      if (!isNotThere(failureOf(error))) throw error;
      onRead(id, undefined);
    }
  }

  try {
    await Promise.all(ids.map((id) => turn(() => read(id))));
  } finally {
    failed.abort();
  }
}
