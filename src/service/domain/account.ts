import type { Author, HistoryStore } from '#service/domain/history.ts';
import type { ApiKeyStore } from '#service/domain/api-keys.ts';
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
  /** May be generated while they are read, as they may not fit into memory; the greatest id comes last. */
  botUsers: Iterable<BotUserRecord>;
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
