import type { ApiKeyStore, ApiKeys } from '#service/domain/api-keys.ts';
import type { BotUserRecord, BotUserStore } from '#service/domain/bot-users.ts';
import type { RequestCounts } from '#service/domain/rate-limit.ts';
import type {
  IpPolicyRecord,
  IpRestrictionRecord,
  IpRestrictionStore,
  RouteRecord,
} from '#service/domain/ip-restrictions.ts';

/** Invented data; an account remembers which of its data is. */
export interface DemoContent {
  /** May be made one after the other, as they are read, the greatest id last. */
  botUsers: Iterable<BotUserRecord>;
  edges: { id: string }[];
  routes: RouteRecord[];
  ipPolicies: IpPolicyRecord[];
  ipRestrictions: (IpRestrictionRecord & { route_id: string })[];
}

export interface AccountStore {
  isSetUp(): Promise<boolean>;
  /**
   * All of it or nothing, also when the process is killed in the middle. Nothing when another process has done so
   * in the meantime.
   */
  setUp(createdAt: string, content: DemoContent | undefined): Promise<void>;
  /** All of it or nothing, into an account that is set up with it when it was not, and holds no invented data. */
  add(createdAt: string, content: DemoContent): Promise<void>;
  /** Whether it holds invented data. */
  isDemonstration(): Promise<boolean>;
  /**
   * Removes the invented data and nothing else: policies that a remaining module uses stay.
   *
   * @returns ids of the policies that stay
   */
  clearDemonstration(): Promise<string[]>;
  /** Writes without changing anything, and fails as a write would. */
  canWrite(): Promise<void>;
}

export interface Stores {
  account: AccountStore;
  apiKeys: ApiKeyStore;
  botUsers: BotUserStore;
  ipRestrictions: IpRestrictionStore;
  requestCounts: RequestCounts;
}

/** Which key opens the account, as far as this start knows. */
export type FirstKey =
  | { from: 'settings' }
  /** The one of the settings is not accepted any more. */
  | { from: 'revoked' }
  | { from: 'before' }
  | { from: 'nowhere' }
  | { from: 'this start'; key: string };

/**
 * The key with which a person can begin. To be called when the service can be reached: a key that nobody is
 * told about is lost.
 *
 * @param firstApiKey accepted from now on, also when the account was set up long ago
 * @param options.canTell whether somebody can be told about a new one; without, none is made
 */
export async function acceptFirstKey(
  apiKeys: ApiKeys,
  firstApiKey: string | undefined,
  { canTell }: { canTell: boolean },
): Promise<FirstKey> {
  if (firstApiKey !== undefined) {
    await apiKeys.add(firstApiKey, { name: 'FIRST_API_KEY' });
    const isAccepted = (await apiKeys.identify(firstApiKey)) !== undefined;
    return { from: isAccepted ? 'settings' : 'revoked' };
  }
  if (!(await apiKeys.isEmpty())) return { from: 'before' };
  if (!canTell) return { from: 'nowhere' };
  return { from: 'this start', key: await apiKeys.create({ name: 'first key' }) };
}
