import { queryClient } from '#web/api/query-client.ts';
import { endOf, type BotUserPages } from '#web/features/bot-users/pages.ts';
import { botUserList, loadedPages, publish } from '#web/features/bot-users/queries.ts';
import { makeBotUser } from '#web/test/fake-service.ts';

/** Names, and numbers of `makeBotUser`, of the loaded rows. */
export const names = () => loadedPages().flatMap((page) => page.bot_users.map(({ name }) => name));
export const numbers = () =>
  loadedPages().flatMap((page) => page.bot_users.map(({ id }) => Number(id.slice(4))));

export function listEnd() {
  const list = queryClient.getQueryData<BotUserPages>(botUserList.queryKey);
  return list && endOf(list);
}

export const bots = (...ids: number[]) => ids.map((id) => makeBotUser(id));

/** From one number up or down to another. */
export const range = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => (to < from ? from - at : from + at));

/** As by a form of this tab, or told by another. */
export const created = (number: number) =>
  publish({ type: 'created', bot: makeBotUser(number), requestedAt: Date.now() });
