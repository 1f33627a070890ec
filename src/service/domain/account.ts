import type { Author, HistoryStore } from '#service/domain/history.ts';
import type { ApiKeyStore, ApiKeys } from '#service/domain/api-keys.ts';
import type { BotUserRecord, BotUserStore } from '#service/domain/bot-users.ts';
import type { RequestCounts } from '#service/domain/rate-limit.ts';
import type {
  IpPolicyRecord,
  IpRestrictionRecord,
  IpRestrictionStore,
  RouteRecord,
} from '#service/domain/ip-restrictions.ts';

/** Demonstration data; an account remembers which of its data that is. */
export interface DemoContent {
  /** May be generated while they are read; the greatest id comes last. */
  botUsers: Iterable<BotUserRecord>;
  edges: { id: string }[];
  routes: RouteRecord[];
  ipPolicies: IpPolicyRecord[];
  ipRestrictions: (IpRestrictionRecord & { route_id: string })[];
}

export interface AccountStore {
  isSetUp(): Promise<boolean>;
  /**
   * All of it or nothing, also when the process is killed in the middle. Does nothing when another process was faster.
   */
  setUp(createdAt: string, content: DemoContent | undefined): Promise<void>;
  /** All of it or nothing, into an account without demonstration data; sets the account up if needed. */
  add(createdAt: string, content: DemoContent): Promise<void>;
  /** Whether it has demonstration data. */
  isDemonstration(): Promise<boolean>;
  /**
   * Removes the demonstration data and nothing else: policies that a remaining module uses stay.
   *
   * @returns ids of the policies that stay
   */
  clearDemonstration(author: Author): Promise<string[]>;
  /** Writes without changing anything, and fails as a write would. */
  canWrite(): Promise<void>;
}

export interface Stores {
  account: AccountStore;
  apiKeys: ApiKeyStore;
  botUsers: BotUserStore;
  ipRestrictions: IpRestrictionStore;
  requestCounts: RequestCounts;
  history: HistoryStore;
}

/** Where the first key comes from, as far as this start knows. */
export type FirstKey =
  | { from: 'settings' }
  /** The one in the settings has been revoked. */
  | { from: 'revoked' }
  | { from: 'before' }
  | { from: 'nowhere' }
  | { from: 'this start'; key: string };

/**
 * The key to begin with. Call it when the service listens: a key that nobody is told about is lost.
 *
 * @param firstApiKey accepted from now on, also when the account was set up long ago
 * @param options.canTell whether somebody can see a new one; otherwise none is created
 */
export async function acceptFirstKey(
  apiKeys: ApiKeys,
  firstApiKey: string | undefined,
  author: Author,
  { canTell }: { canTell: boolean },
): Promise<FirstKey> {
  if (firstApiKey !== undefined) {
    await apiKeys.add(firstApiKey, { name: 'FIRST_API_KEY' }, author);
    const isAccepted = (await apiKeys.identify(firstApiKey)) !== undefined;
    return { from: isAccepted ? 'settings' : 'revoked' };
  }
  if (!(await apiKeys.isEmpty())) return { from: 'before' };
  if (!canTell) return { from: 'nowhere' };
  return { from: 'this start', key: await apiKeys.create({ name: 'first key' }, author) };
}
