import type { AccountStore, DemoContent } from '#service/domain/account.ts';
import {
  insertRecords,
  statementsOf,
  type Database,
  type Read,
  type Statement,
} from '#service/storage/database.ts';
import { record } from '#service/storage/stores/history.ts';
import {
  edgeInserts,
  policyRemovals,
  routeRemovals,
} from '#service/storage/stores/ip-restrictions.ts';

export function createAccountStore(database: Database): AccountStore {
  const { read, transaction, writeAll } = database;
  const isSetUp = async (run: Read) => (await run('SELECT id FROM account')).length > 0;

  return {
    isSetUp: () => isSetUp(read),
    setUp: (createdAt, content) =>
      transaction(async (run) => {
        if (!(await isSetUp(run))) await insertAll(run, createdAt, content);
      }),
    add: (createdAt, content) => transaction((run) => insertAll(run, createdAt, content)),
    isDemonstration: async () => (await readDemonstration(database)) !== undefined,
    async clearDemonstration(author) {
      const demonstration = await readDemonstration(database);
      if (demonstration === undefined) return [];
      const { last_bot_user, routes, ip_policies } = demonstration;
      const botUsers = await read<{ id: string }>(
        'SELECT id FROM bot_users WHERE id <= $1',
        last_bot_user,
      );
      await writeAll([
        ...botUsers.flatMap(({ id }) =>
          statementsOf(record(author, 'bot_users', 'delete', {}, { id })),
        ),
        ...routeRemovals(routes, author),
        ...policyRemovals(ip_policies, author),
        { sql: 'UPDATE account SET demonstration = NULL', values: [] },
      ]);
      const left = await read<{ id: string }>('SELECT id FROM ip_policies ORDER BY id');
      return left.map(({ id }) => id).filter((id) => ip_policies.includes(id));
    },
    canWrite: () => database.probe('UPDATE account SET id = id'),
  };
}

/** Which data is demonstration data: the JSON in the column `demonstration`. */
interface Demonstration {
  /** The greatest id: bot users that people make have greater ones. */
  last_bot_user: string | null;
  routes: string[];
  ip_policies: string[];
}

async function readDemonstration({ read }: Database): Promise<Demonstration | undefined> {
  const sql = 'SELECT demonstration FROM account WHERE demonstration IS NOT NULL';
  const [row] = await read<{ demonstration: string }>(sql);
  return row && (JSON.parse(row.demonstration) as Demonstration); // written by `insertsOf`, below
}

async function insertAll(run: Read, ...account: Parameters<typeof insertsOf>): Promise<void> {
  for (const { sql, values } of insertsOf(...account)) await run(sql, ...values);
}

function* insertsOf(createdAt: string, content: DemoContent | undefined): Generator<Statement> {
  yield* insertRecords('account', [{ id: 1, created_at: createdAt }], 'ON CONFLICT DO NOTHING');
  if (content === undefined) return;
  const { routes, ipPolicies, ipRestrictions, botUsers } = content;
  const demonstration: Demonstration = {
    last_bot_user: null,
    routes: routes.map(({ id }) => id),
    ip_policies: ipPolicies.map(({ id }) => id),
  };
  /** There may be more bot users than fit into memory. */
  function* noted() {
    for (const botUser of botUsers) {
      demonstration.last_bot_user = botUser.id;
      yield botUser;
    }
  }
  yield* edgeInserts(routes);
  yield* insertRecords('routes', routes);
  yield* insertRecords('ip_policies', ipPolicies);
  yield* insertRecords('ip_restrictions', ipRestrictions);
  yield* insertRecords('bot_users', noted());
  yield {
    sql: 'UPDATE account SET demonstration = $1',
    values: [JSON.stringify(demonstration)],
  };
}
