import type { CreateAttempt } from '#bulk/find-created.ts';
import { loadedPages } from '#web/features/bot-users/queries.ts';

/** Call it before the creation is sent. */
export function beginCreate(name: string): CreateAttempt {
  const pages = loadedPages(); // immutable, so these are the rows of this moment
  const isKnown = (id: string) =>
    pages.some(({ bot_users }) => bot_users.some((bot) => bot.id === id));
  return { name, since: Date.now(), isKnown };
}
