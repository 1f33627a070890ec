import type { IpRestrictionStore } from '#service/domain/ip-restrictions.ts';
import { insertRows, type Database, type Row, type Statement } from '#service/storage/database.ts';

/** Ids looked up in one statement; padded with empty ones, so that its text is always the same. */
const LOOKED_UP = 100;
const POLICIES = `SELECT id FROM ip_policies WHERE id IN (${Array.from(
  { length: LOOKED_UP },
  (_, index) => `$${index + 1}`,
).join(', ')})`;

export function createIpRestrictionStore(database: Database): IpRestrictionStore {
  const { read, write, writeAll } = database;
  const has = async (sql: string, ...ids: string[]) =>
    ids.every(isStorable) && (await read(sql, ...ids)).length > 0;

  return {
    hasEdge: (edgeId) => has('SELECT id FROM edges WHERE id = $1', edgeId),
    hasRoute: (edgeId, routeId) =>
      has('SELECT id FROM routes WHERE id = $1 AND edge_id = $2', routeId, edgeId),
    routes: async () =>
      (await read('SELECT id, edge_id, label FROM routes ORDER BY label, id')).map(toRoute),
    policies: async () =>
      (await read('SELECT id, description FROM ip_policies ORDER BY id')).map((row) => ({
        id: String(row['id']),
        description: String(row['description']),
      })),

    async unknownPolicies(ids, limit) {
      const unknown: string[] = [];
      for (let start = 0; start < ids.length && unknown.length < limit; start += LOOKED_UP) {
        const chunk = ids.slice(start, start + LOOKED_UP);
        const storable = chunk.filter(isStorable);
        const filling = Array<string>(LOOKED_UP - storable.length).fill('');
        const rows = await read(POLICIES, ...storable, ...filling);
        const known = new Set(rows.map((row) => row['id']));
        unknown.push(...chunk.filter((id) => !known.has(id)));
      }
      return unknown.slice(0, limit);
    },

    async find(routeId) {
      const sql = 'SELECT enabled, ip_policy_ids FROM ip_restrictions WHERE route_id = $1';
      return (await read(sql, routeId)).map(({ enabled, ip_policy_ids }) => ({
        enabled: Boolean(enabled),
        ip_policy_ids: JSON.parse(String(ip_policy_ids)) as string[], // written by `replace`, below
      }))[0];
    },

    async replace(routeId, { enabled, ip_policy_ids }, expected) {
      const values = [routeId, enabled, JSON.stringify(ip_policy_ids)];
      const insert = `INSERT INTO ip_restrictions (route_id, enabled, ip_policy_ids) VALUES ($1, $2, $3)
        ON CONFLICT (route_id) DO`;
      const set = 'UPDATE SET enabled = excluded.enabled, ip_policy_ids = excluded.ip_policy_ids';
      if (expected === 'any') return (await write(`${insert} ${set}`, ...values)).count > 0;
      if (expected === undefined) return (await write(`${insert} NOTHING`, ...values)).count > 0;
      const update = `UPDATE ip_restrictions SET enabled = $2, ip_policy_ids = $3
        WHERE route_id = $1 AND enabled = $4 AND ip_policy_ids = $5`;
      return (await write(update, ...values, ...seen(expected))).count > 0;
    },

    async remove(routeId, expected) {
      const sql = 'DELETE FROM ip_restrictions WHERE route_id = $1';
      const { count } =
        expected === 'any'
          ? await write(sql, routeId)
          : await write(
              `${sql} AND enabled = $2 AND ip_policy_ids = $3`,
              routeId,
              ...seen(expected),
            );
      return count > 0;
    },

    async addRoutes(routes) {
      await writeAll([
        ...insertRows(
          'edges (id)',
          [...new Set(routes.map(({ edge_id }) => edge_id))].map((id) => [id]),
          'ON CONFLICT (id) DO NOTHING',
        ),
        ...insertRows(
          'routes (id, edge_id, label)',
          routes.map(({ id, edge_id, label }) => [id, edge_id, label]),
          'ON CONFLICT (id) DO UPDATE SET label = excluded.label',
        ),
      ]);
    },

    async addPolicies(policies) {
      const rows = policies.map(({ id, description }) => [id, description]);
      const ending = 'ON CONFLICT (id) DO UPDATE SET description = excluded.description';
      await writeAll([...insertRows('ip_policies (id, description)', rows, ending)]);
    },

    removeRoutes: (ids) => writeAll(routeRemovals(ids)),
    removePolicies: (ids) => writeAll(policyRemovals(ids)),
    usersOf: async (policyId) =>
      (
        await read(
          `SELECT routes.id, edge_id, label FROM routes JOIN ip_restrictions ON route_id = routes.id
           WHERE ${usesPolicy('$1')} ORDER BY label, routes.id`,
          policyId,
        )
      ).map(toRoute),
  };
}

export const routeRemovals = (ids: string[]): Statement[] => [
  ...ids.flatMap((id) => [
    { sql: 'DELETE FROM ip_restrictions WHERE route_id = $1', values: [id] },
    { sql: 'DELETE FROM routes WHERE id = $1', values: [id] },
  ]),
  {
    sql: 'DELETE FROM edges WHERE NOT EXISTS (SELECT id FROM routes WHERE edge_id = edges.id)',
    values: [],
  },
];

/** Of the policies that no module uses. */
export const policyRemovals = (ids: string[]): Statement[] =>
  ids.map((id) => ({
    sql: `DELETE FROM ip_policies WHERE id = $1 AND NOT EXISTS (
      SELECT route_id FROM ip_restrictions WHERE ${usesPolicy('$1')}
    )`,
    values: [id],
  }));

/** The column is JSON: ids are in quotes, and have no character that JSON escapes. */
const usesPolicy = (id: string) =>
  `ip_policy_ids <> replace(ip_policy_ids, '"' || CAST(${id} AS text) || '"', '')`;

const toRoute = (row: Row) => ({
  id: String(row['id']),
  edge_id: String(row['edge_id']),
  label: String(row['label']),
});

const seen = (record: { enabled: boolean; ip_policy_ids: string[] }) =>
  [record.enabled, JSON.stringify(record.ip_policy_ids)] as const;

/** PostgreSQL refuses text with NUL, and turns lone surrogates into another character: no row can have such an id. */
const isStorable = (text: string) => !/[\0\p{Cs}]/u.test(text);
