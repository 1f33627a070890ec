import type { ApiKeyStore, ApiKeys } from '#service/domain/api-keys.ts';
import type { BotUserRecord, BotUserStore } from '#service/domain/bot-users.ts';
import type {
  IpRestrictionRecord,
  IpRestrictionStore,
  RouteRecord,
} from '#service/domain/ip-restrictions.ts';

/** Everything that an account can begin with. */
export interface AccountContent {
  botUsers: BotUserRecord[];
  edges: { id: string }[];
  routes: RouteRecord[];
  ipPolicies: { id: string; description: string }[];
  ipRestrictions: (IpRestrictionRecord & { route_id: string })[];
}

export interface AccountStore {
  isSetUp(): Promise<boolean>;
  /** All of it or nothing, also when the process is killed in the middle. */
  setUp(content: AccountContent | undefined): Promise<void>;
}

export interface Stores {
  account: AccountStore;
  apiKeys: ApiKeyStore;
  botUsers: BotUserStore;
  ipRestrictions: IpRestrictionStore;
}

/** Which key opens the account, as far as this start knows. */
export type FirstKey =
  | { from: 'settings' }
  | { from: 'before' }
  | { from: 'this start'; key: string };

/**
 * The key with which a person can begin. To be called when the service can be reached: a key that nobody is
 * told about is lost.
 *
 * @param firstApiKey accepted from now on, also when the account was set up long ago
 */
export async function acceptFirstKey(
  apiKeys: ApiKeys,
  firstApiKey: string | undefined,
): Promise<FirstKey> {
  if (firstApiKey !== undefined) {
    await apiKeys.add(firstApiKey, 'FIRST_API_KEY');
    return { from: 'settings' };
  }
  if (!(await apiKeys.isEmpty())) return { from: 'before' };
  return { from: 'this start', key: await apiKeys.create('first key') };
}
