import { failureOf, isNotThere } from '#client/errors.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { call } from '#web/api/call.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { queryClient } from '#web/api/query-client.ts';
import { over, tick } from '#web/features/bot-users/changes.ts';
import { botUser } from '#web/features/bot-users/queries.ts';
import { inTurns } from '#web/lib/in-turns.ts';

/**
 * Reads bot users that are not loaded, each by its id. They stay in the query cache as an open page's bot user does, so
 * that changes reach them and a plan finds them.
 *
 * @param onRead its `bot` is `undefined` where the service does not know the id
 * @throws the first failure, after which no other request starts; what has been read by then stays
 */
export async function lookUp(
  ids: readonly string[],
  signal: AbortSignal,
  onRead: (id: string, bot: BotUser | undefined) => void,
) {
  const turn = inTurns(runtimeConfig().limits.requests_at_once);
  let hasFailed = false;

  async function read(id: string) {
    if (hasFailed) return;
    const input = { params: { id } };
    const askedAt = tick();
    try {
      const bot = await call(botUserEndpoints.get, input, { signal, retry: 'background' });
      const [now] = over([bot], askedAt);
      if (now) queryClient.setQueryData(botUser(id).queryKey, now);
      onRead(id, now);
    } catch (error) {
      if (isNotThere(failureOf(error))) return onRead(id, undefined);
      hasFailed = true;
      throw error;
    }
  }

  await Promise.all(ids.map((id) => turn(() => read(id))));
}
