import { DomainError } from '#service/domain/domain-error.ts';
import type {
  IpPolicyRecord,
  IpRestrictionRecord,
  IpRestrictionStore,
  RouteRecord,
} from '#service/domain/ip-restrictions.ts';
import {
  ForeignKeyViolation,
  insertRecords,
  type Database,
  type SqlValue,
  type Statement,
} from '#service/storage/database.ts';

const INSERT = `INSERT INTO ip_restrictions (route_id, enabled, ip_policy_ids) VALUES ($1, $2, $3)
  ON CONFLICT (route_id) DO`;

export function createIpRestrictionStore(database: Database): IpRestrictionStore {
  const { read, write, writeAll } = database;
  const has = async (sql: string, ...ids: string[]) =>
    ids.every(isStorable) && (await read(sql, ...ids)).length > 0;
  const hasWritten = async (sql: string, ...values: SqlValue[]) =>
    (await write(sql, ...values)).count > 0;

  return {
    hasEdge: (edgeId) => has('SELECT id FROM edges WHERE id = $1', edgeId),
    hasRoute: (edgeId, routeId) =>
      has('SELECT id FROM routes WHERE id = $1 AND edge_id = $2', routeId, edgeId),
    routes: () => read<RouteRecord>('SELECT id, edge_id, label FROM routes ORDER BY label, id'),
    policies: () => read<IpPolicyRecord>('SELECT id, description FROM ip_policies ORDER BY id'),

    async find(routeId) {
      const sql = 'SELECT enabled, ip_policy_ids FROM ip_restrictions WHERE route_id = $1';
      const [row] = await read<{ enabled: boolean; ip_policy_ids: string }>(sql, routeId);
      // The text was written by `replace`, below.
      return row && { ...row, ip_policy_ids: JSON.parse(row.ip_policy_ids) as string[] };
    },

    async replace(routeId, record, expected) {
      const values = [routeId, ...toValues(record)];
      try {
        if (expected === undefined) return await hasWritten(`${INSERT} NOTHING`, ...values);
        if (expected === 'any')
          return await hasWritten(
            `${INSERT} UPDATE SET enabled = excluded.enabled, ip_policy_ids = excluded.ip_policy_ids`,
            ...values,
          );
        const sql = `UPDATE ip_restrictions SET enabled = $2, ip_policy_ids = $3
          WHERE route_id = $1 AND enabled = $4 AND ip_policy_ids = $5`;
        return await hasWritten(sql, ...values, ...toValues(expected));
      } catch (error) {
        // The route was removed after it had been looked up.
        if (error instanceof ForeignKeyViolation) throw new DomainError('ROUTE_NOT_FOUND');
        throw error;
      }
    },

    remove(routeId, expected) {
      const sql = 'DELETE FROM ip_restrictions WHERE route_id = $1';
      return expected === 'any'
        ? hasWritten(sql, routeId)
        : hasWritten(
            `${sql} AND enabled = $2 AND ip_policy_ids = $3`,
            routeId,
            ...toValues(expected),
          );
    },

    addRoutes: (routes) =>
      writeAll([
        ...insertRecords(
          'edges',
          [...new Set(routes.map(({ edge_id }) => edge_id))].map((id) => ({ id })),
          'ON CONFLICT (id) DO NOTHING',
        ),
        ...insertRecords('routes', routes, 'ON CONFLICT (id) DO UPDATE SET label = excluded.label'),
      ]),
    addPolicies: (policies) =>
      writeAll(
        insertRecords(
          'ip_policies',
          policies,
          'ON CONFLICT (id) DO UPDATE SET description = excluded.description',
        ),
      ),

    removeRoutes: (ids) => writeAll(routeRemovals(ids)),
    removePolicies: (ids) => writeAll(policyRemovals(ids)),
    usersOf: (policyId) =>
      read<RouteRecord>(
        `SELECT routes.id, edge_id, label FROM routes JOIN ip_restrictions ON route_id = routes.id
         WHERE ${usesPolicy('$1')} ORDER BY label, routes.id`,
        policyId,
      ),
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

const toValues = ({ enabled, ip_policy_ids }: IpRestrictionRecord): SqlValue[] => [
  enabled,
  JSON.stringify(ip_policy_ids),
];

/** PostgreSQL refuses text with NUL, and turns lone surrogates into another character: no row can have such an id. */
const isStorable = (text: string) => !/[\0\p{Cs}]/u.test(text);
