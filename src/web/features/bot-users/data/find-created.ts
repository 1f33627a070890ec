import type { Call, CallOptions } from '#client/api-client.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { FIRST_PAGE, nextPageQuery } from '#contract/page.ts';
import type { KnownChange } from '#web/features/bot-users/data/local-changes.ts';

/** By how much the clock of the service may be behind ours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * @param since milliseconds, our clock
 * @param isKnown of when the creation was sent
 */
type Sent = { name: string; since: number; isKnown: (id: string) => boolean };

/**
 * Looks for the bot user whose creation got no response, among those that are new since then. Whatever may be it counts
 * as created: others may have made one of that name meanwhile.
 *
 * @returns newest first
 */
export async function findCreated(
  { call, publish }: { call: Call; publish: (change: KnownChange) => void },
  { name, since, isKnown }: Sent,
  options?: CallOptions,
): Promise<BotUser[]> {
  const from = since - CLOCK_TOLERANCE_MS;
  const isNew = (bot?: BotUser) => bot !== undefined && Date.parse(bot.created_at) >= from;
  const requestedAt = Date.now();
  const found: BotUser[] = [];
  const queries = [FIRST_PAGE];
  for (const query of queries) {
    const { bot_users, next_page_uri } = await call(botUserEndpoints.list, { query }, options);
    found.push(...bot_users.filter((bot) => bot.name === name && isNew(bot) && !isKnown(bot.id)));
    const next = nextPageQuery(next_page_uri);
    if (next !== undefined && !queries.includes(next) && isNew(bot_users.at(-1)))
      queries.push(next);
  }
  // Each comes in front.
  for (const bot of found.toReversed()) publish({ type: 'created', bot, requestedAt });
  return found;
}
