import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { botUserEndpoints, type BotUser, type BotUserList } from '#contract/bot-user.ts';
import type { Call } from '#client/api-client.ts';
import { setWriteCheck } from '#web/api/access.ts';
import { call as callOfApp, takeFirstPage } from '#web/api/call.ts';
import { rateLimiter, type RateLimiter } from '#web/api/rate-limiter.ts';
import { isProtected } from '#web/features/bot-users/data/addressability.ts';
import { createBotUserCache } from '#web/features/bot-users/data/cache.ts';
import { createLoadAll } from '#web/features/bot-users/data/load-all.ts';
import type { KnownChange } from '#web/features/bot-users/data/local-changes.ts';
import { createBotUserMutations } from '#web/features/bot-users/data/mutations.ts';
import { botUserKeys } from '#web/features/bot-users/data/pages.ts';
import { createBotUserQueries } from '#web/features/bot-users/data/queries.ts';
import { createRefresh } from '#web/features/bot-users/data/refresh.ts';
import { createSwitchActive } from '#web/features/bot-users/data/switch-active.ts';
import { connectTabs, type TabsOptions } from '#web/features/bot-users/data/tabs.ts';
import { createLabels } from '#web/features/bot-users/view/shared-keys.ts';
import type { Change } from '#web/jobs/job.ts';
import { recordChange } from '#web/jobs/job-parts.ts';
import { session } from '#web/session/session.ts';

type Parts = TabsOptions & {
  client: QueryClient;
  call: Call;
  limiter: Pick<RateLimiter, 'room' | 'perMinute' | 'msFor'>;
  firstPage?: () => BotUserList | undefined;
  record?: (change: Change) => void;
};

export type BotUsers = ReturnType<typeof createBotUsers>;

/** Everything that reads and changes bot users, made once for a session. */
export function createBotUsers({
  client,
  call,
  limiter,
  firstPage,
  record = () => {},
  ...tabs
}: Parts) {
  const cache = createBotUserCache(client);
  const queries = createBotUserQueries(call, cache, firstPage);
  const tellTabs = connectTabs(tabs, (change) => cache.apply(change, true));
  /** Shows a change that the service has confirmed, here and in the other tabs. */
  const publish = (change: KnownChange) => {
    cache.apply(change);
    tellTabs(change);
  };
  setWriteCheck(botUserEndpoints.get.path, ({ id = '' }) =>
    isProtected(
      cache.find(id) ?? client.getQueryData<BotUser>(botUserKeys.detail(id)) ?? { id, name: '' },
    ),
  );
  const parts = { client, cache, queries, limiter, session: tabs.session };
  return {
    cache,
    queries,
    limiter,
    publish,
    /** What rows are called in the names of their controls. */
    labelsOf: createLabels(),
    mutations: createBotUserMutations(call, cache, publish, record),
    switchActive: createSwitchActive({ client, call, cache, publish, record }),
    loadAll: createLoadAll(parts),
    ...createRefresh(parts),
  };
}

const channel = new BroadcastChannel('gatehouse-bot-users');
const { account } = session;
let made = new WeakMap<QueryClient, BotUsers>();
session.onEnd(() => (made = new WeakMap()));

/** Those of this session, made when a page first asks for them; they outlive it. */
export const useBotUsersContext = () => botUsersOf(useQueryClient());

/** Before the list is drawn, which then begins with them. A failure is told there. */
export const readFirstRows = (client: QueryClient) =>
  client.infiniteQuery(botUsersOf(client).queries.list()).catch(() => {});

function botUsersOf(client: QueryClient): BotUsers {
  const known = made.get(client);
  if (known) return known;
  const botUsers = createBotUsers({
    client,
    channel,
    account,
    call: callOfApp,
    limiter: rateLimiter,
    firstPage: takeFirstPage,
    record: (change) => recordChange('bot-user', change),
    session: session.signal(),
  });
  made.set(client, botUsers);
  for (const event of ['online', 'offline'])
    addEventListener(event, botUsers.cache.changes.retellOffline, { signal: session.signal() });
  return botUsers;
}
