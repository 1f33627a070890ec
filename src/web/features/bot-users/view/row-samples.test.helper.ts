import type { BotUser } from '#contract/bot-user.ts';
import type { RowStore } from '#web/features/bot-users/data/row-store.ts';

/** For tests: the service has given these rows from the top, and after them whatever was there before. */
export function readAgain(rows: RowStore, bots: BotUser[]) {
  const since = rows.next();
  for (const bot of bots) if (!rows.renew(bot)) rows.hold(bot);
  rows.adopt(
    bots.map(({ id }) => id),
    since,
    false,
  );
}

/** For tests: the last of each id. */
export const unique = (bots: BotUser[]) => [...new Map(bots.map((bot) => [bot.id, bot])).values()];

/** For tests: the id at a place, counted round and round. */
export function idAt(rows: RowStore, index: number): string {
  const slot = rows.order()[index % Math.max(1, rows.size)];
  return slot === undefined ? 'bot_none' : rows.at(slot).id;
}
