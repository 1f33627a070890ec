import type { SharedRoute } from '#contract/inventory.ts';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { errorText, ServiceError } from '#service/domain/errors.ts';
import type { Author } from '#service/domain/history.ts';
import { shown } from '#service/domain/text.ts';

/** The IP restriction module of one route; its policies are without repeats, in the order in which they were sent. */
export type IpRestrictionRecord = IpRestrictionReplace;

export type RouteRecord = SharedRoute;

export interface IpPolicyRecord {
  id: string;
  /** For people, unlike the id. */
  description: string;
}

/** What a change finds: this, or whatever is there; `undefined`: nothing. */
export type Expected = IpRestrictionRecord | 'any';

export interface IpRestrictionStore {
  hasEdge(edgeId: string): Promise<boolean>;
  hasRoute(edgeId: string, routeId: string): Promise<boolean>;
  find(routeId: string): Promise<IpRestrictionRecord | undefined>;
  /** @returns whether it was what was expected, and so was replaced */
  replace(
    routeId: string,
    record: IpRestrictionRecord,
    expected: Expected | undefined,
    author: Author,
  ): Promise<boolean>;
  /** @returns whether it was what was expected, and so was removed */
  remove(routeId: string, expected: Expected, author: Author): Promise<boolean>;
  policies(): Promise<IpPolicyRecord[]>;
}

type RouteId = Pick<RouteRecord, 'edge_id' | 'id'>;

/** Whether the current module may be changed; `undefined`: there is none. */
type Precondition = (current: IpRestrictionRecord | undefined) => boolean;

/** Tries of a change while others are made at the same time. */
const TRIES = 500;

/** Most unknown policies that a refusal names; a body can have thousands. */
const UNKNOWN_POLICIES_NAMED = 20;

export function createIpRestrictions(store: IpRestrictionStore) {
  async function refuseUnknownRoute({ edge_id, id }: RouteId): Promise<void> {
    if (await store.hasRoute(edge_id, id)) return;
    throw new ServiceError((await store.hasEdge(edge_id)) ? 'ROUTE_NOT_FOUND' : 'EDGE_NOT_FOUND');
  }

  async function refuseUnknownPolicies(ids: string[]): Promise<void> {
    const known = new Set((await store.policies()).map(({ id }) => id));
    const unknown = ids.filter((id) => !known.has(id)).slice(0, UNKNOWN_POLICIES_NAMED);
    if (unknown.length > 0) throw unknownPolicies(unknown.map(shown));
  }

  /**
   * Makes a change only of the module against which its precondition was checked.
   *
   * @param write returns whether it found what it expected
   */
  async function change(
    routeId: string,
    precondition: Precondition | undefined,
    write: (expected: Expected | undefined) => Promise<boolean>,
  ): Promise<void> {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const current = await store.find(routeId);
      if (precondition && !precondition(current)) break;
      if (await write(precondition ? current : current && 'any')) return;
    }
    throw new ServiceError('PRECONDITION_FAILED');
  }

  return {
    async get(route: RouteId): Promise<IpRestrictionRecord> {
      await refuseUnknownRoute(route);
      const record = await store.find(route.id);
      if (record === undefined) throw new ServiceError('MODULE_NOT_FOUND');
      return record;
    },

    /** @throws {ServiceError} `PRECONDITION_FAILED` besides what is wrong with the input */
    async replace(
      route: RouteId,
      { enabled, ip_policy_ids }: IpRestrictionRecord,
      author: Author,
      precondition?: Precondition,
    ): Promise<IpRestrictionRecord> {
      await refuseUnknownRoute(route);
      const record = { enabled, ip_policy_ids: [...new Set(ip_policy_ids)] };
      await refuseUnknownPolicies(record.ip_policy_ids);
      await change(route.id, precondition, (expected) =>
        store.replace(route.id, record, expected, author),
      );
      return record;
    },

    /** Succeeds without a module too: clients remove before they know whether there is one. */
    async remove(route: RouteId, author: Author, precondition?: Precondition): Promise<void> {
      await refuseUnknownRoute(route);
      await change(
        route.id,
        precondition,
        async (expected) => expected === undefined || store.remove(route.id, expected, author),
      );
    },
  };
}

export type IpRestrictions = ReturnType<typeof createIpRestrictions>;

/** Besides the list as a whole, each id has a field of its own, so that a form can put the text at its row. */
function unknownPolicies(ids: string[]): ServiceError {
  const values = { policies: ids.length === 1 ? 'policy' : 'policies', ids: ids.join(', ') };
  const rows = ids.map((id) => [`ip_policy_ids.${id}`, 'There is no IP policy with this id']);
  const whole = errorText('UNKNOWN_IP_POLICY', values);
  const fields = { ip_policy_ids: whole, ...Object.fromEntries(rows) };
  return new ServiceError('UNKNOWN_IP_POLICY', { values, fields });
}
