import { Failure } from '#service/domain/failure.ts';

/** The IP restriction module of one route. */
export interface IpRestrictionRecord {
  enabled: boolean;
  /** Without repeats, in the order in which they were sent. */
  ip_policy_ids: string[];
}

export interface RouteRecord {
  id: string;
  edge_id: string;
  /** For people, unlike the id. */
  label: string;
}

/** Edges, routes and policies have no endpoint of their own: they are only read here. */
export interface IpRestrictionStore {
  hasEdge(edgeId: string): Promise<boolean>;
  hasRoute(edgeId: string, routeId: string): Promise<boolean>;
  routes(): Promise<RouteRecord[]>;
  /** @returns those of the ids that are no policy's, in their order, at most `limit` */
  unknownPolicies(ids: string[], limit: number): Promise<string[]>;
  find(routeId: string): Promise<IpRestrictionRecord | undefined>;
  replace(routeId: string, record: IpRestrictionRecord): Promise<void>;
  /** Does nothing when the route has none. */
  remove(routeId: string): Promise<void>;
}

/** A refusal names this many unknown policies; more would help nobody, and a body can hold thousands. */
const UNKNOWN_POLICIES_NAMED = 20;

export function createIpRestrictions(store: IpRestrictionStore) {
  async function refuseUnknownRoute(edgeId: string, routeId: string): Promise<void> {
    if (await store.hasRoute(edgeId, routeId)) return;
    throw (await store.hasEdge(edgeId))
      ? new Failure('ROUTE_NOT_FOUND', 'The edge has no such route')
      : new Failure('EDGE_NOT_FOUND', 'There is no such edge');
  }

  return {
    async get(edgeId: string, routeId: string): Promise<IpRestrictionRecord> {
      await refuseUnknownRoute(edgeId, routeId);
      const record = await store.find(routeId);
      if (record === undefined)
        throw new Failure('MODULE_NOT_FOUND', 'The route has no IP restriction');
      return record;
    },

    async replace(
      edgeId: string,
      routeId: string,
      { enabled, ip_policy_ids }: IpRestrictionRecord,
    ) {
      await refuseUnknownRoute(edgeId, routeId);
      const record = { enabled, ip_policy_ids: [...new Set(ip_policy_ids)] };
      const unknown = await store.unknownPolicies(record.ip_policy_ids, UNKNOWN_POLICIES_NAMED);
      if (unknown.length > 0) throw unknownPolicies(unknown);
      await store.replace(routeId, record);
      return record;
    },

    /** Succeeds without a module too: clients remove before they know whether there is one. */
    async remove(edgeId: string, routeId: string): Promise<void> {
      await refuseUnknownRoute(edgeId, routeId);
      await store.remove(routeId);
    },

    routes: () => store.routes(),
  };
}

export type IpRestrictions = ReturnType<typeof createIpRestrictions>;

/** Besides the list as a whole, each id has a field of its own, so that a form can put the text at its row. */
function unknownPolicies(ids: string[]): Failure {
  const text = `Unknown IP ${ids.length === 1 ? 'policy' : 'policies'}: ${ids.join(', ')}`;
  const rows = ids.map((id) => [`ip_policy_ids.${id}`, 'There is no IP policy with this id']);
  return new Failure('UNKNOWN_IP_POLICY', text, {
    ip_policy_ids: text,
    ...Object.fromEntries(rows),
  });
}
