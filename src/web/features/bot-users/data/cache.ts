import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client/errors.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { session } from '#web/session/session.ts';
import type { LoadedBotUsers } from '#web/features/bot-users/data/loaded-bot-users.ts';
import { createLocalChanges } from '#web/features/bot-users/data/local-changes.ts';
import type { FailedSwitch } from '#web/features/bot-users/data/row-store.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { tabs, type News } from '#web/features/bot-users/data/tabs.ts';

export const botUserKeys = {
  all: ['bot-users'] as const,
  list: () => [...botUserKeys.all, 'list'] as const,
  page: (query: string) => [...botUserKeys.all, 'page', query] as const,
  detail: (id: string) => [...botUserKeys.all, 'detail', id] as const,
  setActive: () => [...botUserKeys.all, 'set-active'] as const,
};

export const localChanges = createLocalChanges();
/** What the service last said of a bot user whose switch is under way. */
const answered = new Map<string, boolean>();
/** Whether a bot user was known when the last creation was sent. */
let isOlder = (_id: string) => false;

session.onEnd(() => {
  localChanges.clear();
  answered.clear();
  isOlder = () => false;
});

/** What is loaded of the list; `undefined` before its first page has come. */
export const loadedBotUsers = (client: QueryClient) =>
  client.getQueryData<LoadedBotUsers>(botUserKeys.list());

/** Before a creation is sent: what is known now is not what it makes, should its answer be lost. */
export function beginCreation(client: QueryClient) {
  const rows = loadedBotUsers(client)?.rows;
  const next = rows?.next() ?? 0;
  const stamp = localChanges.stamp();
  isOlder = (id) => (rows?.slotOf(id) ?? next) < next || localChanges.wasCreated(id, stamp);
}

export const isOlderThanCreation = (id: string) => isOlder(id);

export function addBotUser(client: QueryClient, bot: BotUser) {
  add(client, bot);
  tabs.tell({ type: 'created', bot });
}

/** @param bot an answer of the service */
export function storeBotUser(client: QueryClient, bot: BotUser) {
  take(client, bot, wishes(client, bot.id));
  client.setQueryData(botUserKeys.detail(bot.id), bot);
  tabs.tell({ type: 'changed', bot });
}

/** Takes a bot user that no longer exists out of everything that is loaded. */
export function forgetBotUser(client: QueryClient, id: string) {
  forgetRow(client, id);
  client.removeQueries({ queryKey: botUserKeys.detail(id) });
  tabs.tell({ type: 'removed', id });
}

/** Shows what other tabs have changed as if it had been changed here. */
export function followOtherTabs(client: QueryClient) {
  tabs.listen((news: News) => {
    if (news.type === 'created') add(client, news.bot);
    else if (news.type === 'changed') take(client, news.bot, wishes(client, news.bot.id));
    else forgetElsewhere(client, news.id);
  });
}

/** Its page, which may be open with something typed in it, tells that it is gone. */
function forgetElsewhere(client: QueryClient, id: string) {
  const detail = client.getQueryCache().find({ queryKey: botUserKeys.detail(id), exact: true });
  const gone = { kind: 'status', status: 404, fields: {} } as const;
  detail?.setState({ status: 'error', error: new ApiError('Deleted in another tab', gone) });
  forgetRow(client, id);
}

/** Shows a wish before the service has answered it. */
export function showWish(client: QueryClient, id: string, active: boolean) {
  // Undo and Try again may ask for the state that is there, so the wish does not tell what was before it.
  if (wishes(client, id).length === 1) answered.set(id, shownActive(client, id) ?? !active);
  loadedBotUsers(client)?.rows.fail(id, undefined);
  show(client, id, { active }, true);
}

/** The answer is the truth, except for a later wish, which is still on the screen. */
export function settleWish(client: QueryClient, bot: BotUser) {
  const [, ...later] = wishes(client, bot.id);
  take(client, bot, later);
  tabs.tell({ type: 'changed', bot });
}

/** Back to what the service last said, unless there is a later wish; the row tells why. */
export function failWish(client: QueryClient, id: string, failed: Omit<FailedSwitch, 'stamp'>) {
  const [, ...later] = wishes(client, id);
  const active = later.at(-1) ?? answered.get(id) ?? !failed.active;
  show(client, id, { active }, later.length > 0);
  const stamp = localChanges.stamp();
  if (later.length === 0) loadedBotUsers(client)?.rows.fail(id, { ...failed, stamp });
}

/**
 * What was read after a switch had failed tells more than why it failed.
 *
 * @param stamp when it was asked for
 */
export function dropOldFailures(client: QueryClient, read: readonly BotUser[], stamp: number) {
  const rows = loadedBotUsers(client)?.rows;
  for (const { id } of read) {
    const failure = rows?.failureOf(id);
    if (failure && failure.stamp <= stamp) rows?.fail(id, undefined);
  }
}

/** Wishes for one bot user that are not answered yet: the one under way first. */
export function wishes(client: QueryClient, id: string): boolean[] {
  return client
    .getMutationCache()
    .findAll({ mutationKey: [...botUserKeys.setActive(), id], status: 'pending' })
    .map((mutation) => mutation.state.variables as boolean); // set by the switch only
}

/** `undefined` when it is not loaded. */
const shownActive = (client: QueryClient, id: string) =>
  (loadedBotUsers(client)?.rows.get(id) ?? client.getQueryData<BotUser>(botUserKeys.detail(id)))
    ?.active;

function add(client: QueryClient, bot: BotUser) {
  if (localChanges.isGone(bot.id)) return;
  localChanges.create(bot);
  loadedBotUsers(client)?.rows.prepend([bot]);
}

function take(client: QueryClient, bot: BotUser, later: boolean[]) {
  answered.set(bot.id, bot.active);
  loadedBotUsers(client)?.rows.fail(bot.id, undefined);
  const wish = later.at(-1);
  show(client, bot.id, wish === undefined ? bot : { ...bot, active: wish }, wish !== undefined);
}

function forgetRow(client: QueryClient, id: string) {
  localChanges.remove(id);
  loadedBotUsers(client)?.rows.remove([id]);
  selection.set([id], false);
}

function show(client: QueryClient, id: string, fields: Partial<BotUser>, pending: boolean) {
  localChanges.change(id, fields, pending);
  loadedBotUsers(client)?.rows.change(id, fields);
  // Unlike `setQueryData` this is no reading: when the data was read, and whether that failed, stays as it was.
  const detail = client
    .getQueryCache()
    .find<BotUser>({ queryKey: botUserKeys.detail(id), exact: true });
  if (detail?.state.data !== undefined)
    detail.setState({ data: { ...detail.state.data, ...fields } });
}
