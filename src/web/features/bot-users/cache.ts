import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { BotUser } from '#contract/bot-user.ts';
import { session } from '#web/api/session.ts';
import { createLocalChanges, type Loaded } from '#web/features/bot-users/local-changes.ts';

export const botUserKeys = {
  all: ['bot-users'] as const,
  list: () => [...botUserKeys.all, 'list'] as const,
  detail: (id: string) => [...botUserKeys.all, 'detail', id] as const,
  setActive: () => [...botUserKeys.all, 'set-active'] as const,
};

export const localChanges = createLocalChanges();
/** What the service last said of a bot user whose switch is under way. */
const answered = new Map<string, boolean>();

session.onEnd(() => {
  localChanges.clear();
  answered.clear();
});

export function addBotUser(client: QueryClient, bot: BotUser) {
  localChanges.create(bot);
  showChanges(client);
}

/** @param bot an answer of the service */
export function storeBotUser(client: QueryClient, bot: BotUser) {
  localChanges.change(bot.id, bot);
  showChanges(client);
  client.setQueryData(botUserKeys.detail(bot.id), bot);
}

/** Takes a bot user that no longer exists out of everything that is loaded. */
export function forgetBotUser(client: QueryClient, id: string) {
  localChanges.remove(id);
  showChanges(client);
  client.removeQueries({ queryKey: botUserKeys.detail(id) });
}

/** Shows a wish before the service has answered it. */
export function showWish(client: QueryClient, id: string, active: boolean) {
  // A switch is only ever asked for the other state, so the first of several wishes tells the state before.
  if (wishes(client, id).length === 1) answered.set(id, !active);
  show(client, id, { active }, true);
}

/** The answer is the truth, except for a later wish, which is still on the screen. */
export function settleWish(client: QueryClient, id: string, answer?: BotUser) {
  if (answer) answered.set(id, answer.active);
  const known = answer ?? { active: answered.get(id) ?? true };
  const [, ...later] = wishes(client, id);
  const wish = later.at(-1);
  show(client, id, wish === undefined ? known : { ...known, active: wish }, wish !== undefined);
}

/** Wishes for one bot user that are not answered yet: the one under way first. */
export function wishes(client: QueryClient, id: string): boolean[] {
  return client
    .getMutationCache()
    .findAll({ mutationKey: [...botUserKeys.setActive(), id], status: 'pending' })
    .map((mutation) => mutation.state.variables as boolean); // set by the switch only
}

function show(client: QueryClient, id: string, fields: Partial<BotUser>, pending: boolean) {
  localChanges.change(id, fields, pending);
  showChanges(client);
  patch<BotUser>(client, botUserKeys.detail(id), (bot) => ({ ...bot, ...fields }));
}

const showChanges = (client: QueryClient) =>
  patch<Loaded>(client, botUserKeys.list(), localChanges.over);

/** Unlike `setQueryData` this is no reading: when the data was read, and whether that failed, stays as it was. */
function patch<Data>(client: QueryClient, queryKey: QueryKey, change: (data: Data) => Data) {
  const query = client.getQueryCache().find<Data>({ queryKey, exact: true });
  if (query?.state.data !== undefined) query.setState({ data: change(query.state.data) });
}
