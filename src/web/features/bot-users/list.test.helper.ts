import { queryClient } from '#web/api/query-client.ts';
import { botUserList, loadedRows, publish } from '#web/features/bot-users/queries.ts';
import { makeBotUser, startFakeService } from '#web/test/fake-service.ts';

/** A service of whose list the first page is loaded. */
export async function openList(state: Parameters<typeof startFakeService>[0]) {
  const service = startFakeService(state);
  await queryClient.infiniteQuery(botUserList);
  service.requests.length = 0;
  return service;
}

/** Names, and numbers of `makeBotUser`, of the loaded rows. */
export const names = () => loadedRows().map(({ name }) => name);
export const numbers = () => loadedRows().map(({ id }) => Number(id.slice(4)));

export const bots = (...ids: number[]) => ids.map((id) => makeBotUser(id));

/** A page as the service sends it. */
export const pageOf = (bot_users: unknown[], next_page_uri: string | null) =>
  Response.json({ bot_users, uri: '/bot_users', next_page_uri });

/** From one number up or down to another. */
export const range = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => (to < from ? from - at : from + at));

/** As by a form of this tab, or told by another. */
export const created = (number: number) =>
  publish({ type: 'created', bot: makeBotUser(number), requestedAt: Date.now() });
