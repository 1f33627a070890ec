import { ServiceError } from '#service/domain/errors.ts';
import type { Author } from '#service/domain/history.ts';
import type {
  Expected,
  IpPolicyRecord,
  IpRestrictionRecord,
  IpRestrictionStore,
  RouteRecord,
} from '#service/domain/ip-restrictions.ts';
import {
  ForeignKeyViolation,
  insertRecords,
  isStorable,
  UniqueViolation,
  type Database,
  type Recorded,
  type Statement,
} from '#service/storage/database.ts';
import { record } from '#service/storage/stores/history.ts';

export function createIpRestrictionStore(database: Database) {
  const { read, writeRecorded, writeAll } = database;
  const has = async (sql: string, ...ids: string[]) =>
    ids.every(isStorable) && (await read(sql, ...ids)).length > 0;
  const hasWritten = async (recorded: Recorded) => (await writeRecorded(recorded)).count > 0;

  /**
   * Makes what is new, and gives what is there already under another name the new one.
   *
   * @param first what has to be there before
   * @returns how many were new, and how many have got another name
   */
  async function importAll<Column extends string>(
    author: Author,
    table: 'routes' | 'ip_policies',
    column: Column,
    items: Record<'id' | Column, string>[],
    first: Statement[] = [],
  ) {
    const before = await read<(typeof items)[number]>(`SELECT id, ${column} FROM ${table}`);
    const names = new Map(before.map((item) => [item.id, item[column]]));
    const added = items.filter(({ id }) => !names.has(id));
    const changed = items.filter((item) => (names.get(item.id) ?? item[column]) !== item[column]);
    const changes = [
      ...added.map((item) => record(author, table, 'create', { ...item })),
      ...changed.map(({ id, [column]: name }) =>
        record(author, table, 'update', { [column]: name }, { id }),
      ),
    ];
    await writeAll([...first, ...changes]);
    return { added: added.length, changed: changed.length };
  }

  const ofModules: IpRestrictionStore = {
    hasEdge: (edgeId) => has('SELECT id FROM edges WHERE id = $1', edgeId),
    hasRoute: (edgeId, routeId) =>
      has('SELECT id FROM routes WHERE id = $1 AND edge_id = $2', routeId, edgeId),
    policies: () => read<IpPolicyRecord>('SELECT id, description FROM ip_policies ORDER BY id'),

    async find(routeId) {
      const sql = 'SELECT enabled, ip_policy_ids FROM ip_restrictions WHERE route_id = $1';
      const [row] = await read<{ enabled: boolean; ip_policy_ids: string }>(sql, routeId);
      // The text was written by `replace`, below.
      return row && { ...row, ip_policy_ids: JSON.parse(row.ip_policy_ids) as string[] };
    },

    async replace(routeId, module, expected, author) {
      const table = 'ip_restrictions';
      try {
        return await hasWritten(
          expected
            ? record(author, table, 'update', toValues(module), toRow(routeId, expected))
            : record(author, table, 'create', toRow(routeId, module)),
        );
      } catch (error) {
        if (error instanceof UniqueViolation) return false;
        // The route was removed after it had been looked up.
        if (error instanceof ForeignKeyViolation) throw new ServiceError('ROUTE_NOT_FOUND');
        throw error;
      }
    },

    remove: (routeId, expected, author) =>
      hasWritten(record(author, 'ip_restrictions', 'delete', {}, toRow(routeId, expected))),
  };

  return {
    ...ofModules,
    // Edges, routes and policies have no endpoint of their own: an import brings them.
    routes: () => read<RouteRecord>('SELECT id, edge_id, label FROM routes ORDER BY label, id'),
    addRoutes: (routes: RouteRecord[], author: Author) =>
      importAll(author, 'routes', 'label', routes, [
        ...insertRecords('edges', edgesOf(routes), 'ON CONFLICT (id) DO NOTHING'),
      ]),
    addPolicies: (policies: IpPolicyRecord[], author: Author) =>
      importAll(author, 'ip_policies', 'description', policies),

    removeRoutes: (ids: string[], author: Author) => writeAll(routeRemovals(ids, author)),
    removePolicies: (ids: string[], author: Author) => writeAll(policyRemovals(ids, author)),
    /** Routes whose modules use the policy. */
    usersOf: (policyId: string) =>
      read<RouteRecord>(
        `SELECT routes.id, edge_id, label FROM routes JOIN ip_restrictions ON route_id = routes.id
         WHERE ${usesPolicy('$1')} ORDER BY label, routes.id`,
        policyId,
      ),
  };
}

export const edgesOf = (routes: RouteRecord[]) =>
  [...new Set(routes.map(({ edge_id }) => edge_id))].map((id) => ({ id }));

export const routeRemovals = (ids: string[], author: Author): (Statement | Recorded)[] => [
  ...ids.flatMap((id) => [
    record(author, 'ip_restrictions', 'delete', {}, { route_id: id }),
    record(author, 'routes', 'delete', {}, { id }),
  ]),
  // By `NOT EXISTS`, SQLite would look through all routes for each edge.
  ['DELETE FROM edges WHERE id IN (SELECT id FROM edges EXCEPT SELECT edge_id FROM routes)'],
];

/** Of the policies that no module uses. */
export const policyRemovals = (ids: string[], author: Author) =>
  ids.map((id) => record(author, 'ip_policies', 'delete', {}, { id }, UNUSED));

/** The column is JSON: ids are in quotes, and have no character that JSON escapes. */
const usesPolicy = (id: string) =>
  `ip_policy_ids <> replace(ip_policy_ids, '"' || CAST(${id} AS text) || '"', '')`;

const UNUSED = `AND NOT EXISTS (
  SELECT route_id FROM ip_restrictions WHERE ${usesPolicy('ip_policies.id')}
)`;

const toValues = ({ enabled, ip_policy_ids }: IpRestrictionRecord) => ({
  enabled,
  ip_policy_ids: JSON.stringify(ip_policy_ids),
});

const toRow = (route_id: string, module: Expected) => ({
  route_id,
  ...(module !== 'any' && toValues(module)),
});
