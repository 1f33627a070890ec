import type { AccountContent, AccountStore } from '#service/domain/account.ts';
import {
  insertRows,
  AlreadyThere,
  type Database,
  type Statement,
} from '#service/storage/database.ts';

export function createAccountStore(database: Database): AccountStore {
  const isSetUp = async () => (await database.read('SELECT id FROM account')).length > 0;

  return {
    isSetUp,
    async setUp(createdAt, content) {
      const account = insertRows('account (id, created_at)', [[1, createdAt]]);
      try {
        // The account goes first: where several processes begin at once, one of them gets past it.
        await database.writeAll([...account, ...(content ? contentInserts(content) : [])]);
      } catch (error) {
        if (!(error instanceof AlreadyThere && (await isSetUp()))) throw error;
      }
    },
    async add(createdAt, content) {
      function* inserts() {
        yield* insertRows('account (id, created_at)', [[1, createdAt]], 'ON CONFLICT DO NOTHING');
        yield* contentInserts(content);
      }
      await database.load(inserts());
    },
    canWrite: () => database.probe('UPDATE account SET id = id'),
  };
}

function* contentInserts(content: AccountContent): Generator<Statement> {
  const { edges, routes, ipPolicies, ipRestrictions, botUsers } = content;
  const rows = mapEach(botUsers, ({ id, name, active, created_at }) => [
    id,
    name,
    active,
    created_at,
  ]);
  yield* insertRows(
    'edges (id)',
    edges.map(({ id }) => [id]),
  );
  yield* insertRows(
    'routes (id, edge_id, label)',
    routes.map(({ id, edge_id, label }) => [id, edge_id, label]),
  );
  yield* insertRows(
    'ip_policies (id, description)',
    ipPolicies.map(({ id, description }) => [id, description]),
  );
  yield* insertRows(
    'ip_restrictions (route_id, enabled, ip_policy_ids)',
    ipRestrictions.map(({ route_id, enabled, ip_policy_ids }) => [
      route_id,
      enabled,
      JSON.stringify(ip_policy_ids),
    ]),
  );
  yield* insertRows('bot_users (id, name, active, created_at)', rows);
}

/** There may be more bot users than the memory should hold. */
function* mapEach<From, To>(items: Iterable<From>, toOther: (item: From) => To): Generator<To> {
  for (const item of items) yield toOther(item);
}
