import type { IpRestrictionStore } from '#service/domain/ip-restrictions.ts';
import type { Write } from '#service/storage/group-commit.ts';
import type { Database } from '#service/storage/sqlite.ts';

export function createSqliteIpRestrictions(database: Database, write: Write): IpRestrictionStore {
  const edge = database.prepare('SELECT id FROM edges WHERE id = $1');
  const route = database.prepare('SELECT id FROM routes WHERE id = $1 AND edge_id = $2');
  const routes = database.prepare('SELECT id, edge_id, label FROM routes ORDER BY label');
  const policy = database.prepare('SELECT id FROM ip_policies WHERE id = $1');
  const find = database.prepare(
    'SELECT enabled, ip_policy_ids FROM ip_restrictions WHERE route_id = $1',
  );
  const replace = database.prepare(
    `INSERT INTO ip_restrictions (route_id, enabled, ip_policy_ids) VALUES ($1, $2, $3)
     ON CONFLICT (route_id) DO UPDATE SET enabled = excluded.enabled, ip_policy_ids = excluded.ip_policy_ids`,
  );
  const remove = database.prepare('DELETE FROM ip_restrictions WHERE route_id = $1');

  return {
    hasEdge: async (edgeId) => edge.all(edgeId).length > 0,
    hasRoute: async (edgeId, routeId) => route.all(routeId, edgeId).length > 0,
    routes: async () =>
      routes.all().map(({ id, edge_id, label }) => ({
        id: String(id),
        edge_id: String(edge_id),
        label: String(label),
      })),
    async unknownPolicies(ids, limit) {
      const unknown: string[] = [];
      for (const id of ids) {
        if (unknown.length === limit) break;
        if (policy.all(id).length === 0) unknown.push(id);
      }
      return unknown;
    },
    find: async (routeId) =>
      find.all(routeId).map(({ enabled, ip_policy_ids }) => ({
        enabled: enabled === 1,
        ip_policy_ids: JSON.parse(String(ip_policy_ids)) as string[], // written by `replace`, below
      }))[0],
    replace: (routeId, { enabled, ip_policy_ids }) =>
      write(() => void replace.run(routeId, Number(enabled), JSON.stringify(ip_policy_ids))),
    remove: (routeId) => write(() => void remove.run(routeId)),
  };
}
