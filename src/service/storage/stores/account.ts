import type { AccountStore, DemoContent } from '#service/domain/account.ts';
import {
  insertRows,
  UniqueViolation,
  type Database,
  type Statement,
} from '#service/storage/database.ts';
import { policyRemovals, routeRemovals } from '#service/storage/stores/ip-restrictions.ts';

export function createAccountStore(database: Database): AccountStore {
  const isSetUp = async () => (await database.read('SELECT id FROM account')).length > 0;

  return {
    isSetUp,
    async setUp(createdAt, content) {
      const account = insertRows('account (id, created_at)', [[1, createdAt]]);
      try {
        // The account first: when several processes start at once, only one can insert it.
        await database.writeAll([...account, ...(content ? demoInserts(content) : [])]);
      } catch (error) {
        if (!(error instanceof UniqueViolation && (await isSetUp()))) throw error;
      }
    },
    async add(createdAt, content) {
      function* inserts() {
        yield* insertRows('account (id, created_at)', [[1, createdAt]], 'ON CONFLICT DO NOTHING');
        yield* demoInserts(content);
      }
      await database.load(inserts());
    },
    isDemonstration: async () => (await readInvented(database)) !== undefined,
    async clearDemonstration() {
      const { last_bot_user, routes, ip_policies } = (await readInvented(database)) ?? NOTHING;
      await database.writeAll([
        { sql: 'DELETE FROM bot_users WHERE id <= $1', values: [last_bot_user] },
        ...routeRemovals(routes),
        ...policyRemovals(ip_policies),
        { sql: 'UPDATE account SET demonstration = NULL', values: [] },
      ]);
      const left = await database.read('SELECT id FROM ip_policies ORDER BY id');
      return left.map(({ id }) => String(id)).filter((id) => ip_policies.includes(id));
    },
    canWrite: () => database.probe('UPDATE account SET id = id'),
  };
}

/** Which data is demonstration data: the JSON in the column `demonstration`. */
interface Invented {
  /** The greatest id: bot users that people make have greater ones. */
  last_bot_user: string | null;
  routes: string[];
  ip_policies: string[];
}

const NOTHING: Invented = { last_bot_user: null, routes: [], ip_policies: [] };

async function readInvented({ read }: Database): Promise<Invented | undefined> {
  const [row] = await read('SELECT demonstration FROM account WHERE demonstration IS NOT NULL');
  return row && (JSON.parse(String(row['demonstration'])) as Invented); // written by `demoInserts`, below
}

function* demoInserts(content: DemoContent): Generator<Statement> {
  const { edges, routes, ipPolicies, ipRestrictions, botUsers } = content;
  const invented: Invented = {
    last_bot_user: null,
    routes: routes.map(({ id }) => id),
    ip_policies: ipPolicies.map(({ id }) => id),
  };
  /** There may be more bot users than fit into memory. */
  function* botUserRows() {
    for (const { id, name, active, created_at } of botUsers) {
      invented.last_bot_user = id;
      yield [id, name, active, created_at];
    }
  }
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
  yield* insertRows('bot_users (id, name, active, created_at)', botUserRows());
  yield { sql: 'UPDATE account SET demonstration = $1', values: [JSON.stringify(invented)] };
}
