import { nextMoment, type KnownBotUser } from '#bulk/bot-user-state.ts';
import type { Call, CallOptions } from '#client/api-client.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { FIRST_PAGE, nextPageQuery } from '#contract/page.ts';

/**
 * By how much the clock of the service may be behind ours: one of both may be set by another zone's time. Where nothing
 * tells what was there before, somebody else's of the same name would be taken for ours.
 */
const CLOCK_TOLERANCE_MS = { known: 24 * 60 * 60_000, unknown: 5 * 60_000 };

/** A creation as it was sent, for finding out later whether it happened. */
export interface CreateAttempt {
  name: string;
  /** Milliseconds of our clock. */
  since: number;
  /** Whether a bot user was loaded when the creation was sent; missing where none was. */
  isKnown?: ((id: string) => boolean) | undefined;
}

/**
 * Looks for a bot user whose creation got no response, among those that are new since then, and shows what it finds.
 * Somebody else may have created one of that name meanwhile, so there may be several.
 *
 * @returns newest first
 */
export async function findCreated(
  { name, since, isKnown }: CreateAttempt,
  { call, publish }: { call: Call; publish: (change: KnownBotUser) => void },
  options?: CallOptions,
): Promise<BotUser[]> {
  const from = since - CLOCK_TOLERANCE_MS[isKnown ? 'known' : 'unknown'];
  const isNew = ({ id, created_at }: BotUser) => Date.parse(created_at) >= from && !isKnown?.(id);
  const requestedAt = nextMoment();
  const found: BotUser[] = [];
  const queries = [FIRST_PAGE];
  for (const query of queries) {
    const { bot_users, next_page_uri } = await call(botUserEndpoints.list, { query }, options);
    found.push(...bot_users.filter((bot) => bot.name === name && isNew(bot)));
    const next = nextPageQuery(next_page_uri);
    const [first, last] = [bot_users[0], bot_users.at(-1)];
    // The API text shows no order: where the last is newer than the first, the newest are at the end.
    const mayFollow = first && last && (isNew(last) || first.created_at < last.created_at);
    if (next !== undefined && !queries.includes(next) && mayFollow) queries.push(next);
  }
  for (const bot of found.toReversed()) publish({ type: 'created', bot, requestedAt }); // each comes on top
  return found;
}
