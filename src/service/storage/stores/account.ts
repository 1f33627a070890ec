import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoContent } from '#service/domain/demo-account.ts';
import type { Author } from '#service/domain/history.ts';
import { insertRecords, type Database, type Read } from '#service/storage/database.ts';
import { record } from '#service/storage/stores/history.ts';
import { edgesOf, policyRemovals, routeRemovals } from '#service/storage/stores/ip-restrictions.ts';

export function createAccountStore(database: Database) {
  const { read, transaction, write, writeAll } = database;
  const isSetUp = async (run: Read) => (await run('SELECT id FROM account')).length > 0;

  return {
    isSetUp: () => isSetUp(read),
    /**
     * All of it or nothing, also when the process is killed in the middle. Does nothing when another process was faster.
     */
    setUp: (createdAt: string, content: DemoContent | undefined) =>
      transaction(async (run) => {
        if (!(await isSetUp(run))) await insertAll(run, createdAt, content);
      }),
    /** All of it or nothing, into an account without demonstration data; sets the account up if needed. */
    add: (createdAt: string, content: DemoContent) =>
      transaction((run) => insertAll(run, createdAt, content)),
    isDemonstration: async () => (await readDemonstration(database)) !== undefined,
    /**
     * Removes the demonstration data and nothing else: policies that a remaining module uses stay. When it is ended in the
     * middle, another one goes on.
     *
     * @returns ids of the policies that stay; `undefined` without demonstration data
     */
    async clearDemonstration(author: Author): Promise<string[] | undefined> {
      const demonstration = await readDemonstration(database);
      if (demonstration === undefined) return undefined;
      const { last_bot_user, routes, ip_policies } = demonstration;
      const some = `SELECT id FROM bot_users WHERE id <= $1 LIMIT ${CLEARED_AT_ONCE}`;
      let botUsers = await read<{ id: string }>(some, last_bot_user);
      while (botUsers.length > 0) {
        await writeAll(botUsers.map(({ id }) => record(author, 'bot_users', 'delete', {}, { id })));
        await sleep(20);
        botUsers = await read(some, last_bot_user);
      }
      await writeAll([
        ...routeRemovals(routes, author),
        ...policyRemovals(ip_policies, author),
        ['UPDATE account SET demonstration = NULL'],
      ]);
      const left = await read<{ id: string }>('SELECT id FROM ip_policies ORDER BY id');
      return left.map(({ id }) => id).filter((id) => ip_policies.includes(id));
    },
    /** Writes without changing anything, and fails as a write would. */
    canWrite: async () => void (await write('UPDATE account SET id = id')),
  };
}

/** Bot users that are removed in one go: a server's writes wait so long. */
const CLEARED_AT_ONCE = 200;

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
  return row && (JSON.parse(row.demonstration) as Demonstration); // written by `insertAll`, below
}

async function insertAll(run: Read, createdAt: string, content: DemoContent | undefined) {
  const insert = async (...records: Parameters<typeof insertRecords>) => {
    for (const statement of insertRecords(...records)) await run(...statement);
  };
  await insert('account', [{ id: 1, created_at: createdAt }], 'ON CONFLICT DO NOTHING');
  if (content === undefined) return;
  const { routes, ipPolicies, ipRestrictions, botUsers } = content;
  await insert('edges', edgesOf(routes), 'ON CONFLICT DO NOTHING');
  await insert('routes', routes);
  await insert('ip_policies', ipPolicies);
  await insert('ip_restrictions', ipRestrictions);
  let last_bot_user: string | null = null;
  // Not the greatest in the table: somebody may have made a bot user meanwhile.
  function* noted() {
    for (const botUser of botUsers) {
      last_bot_user = botUser.id;
      yield botUser;
    }
  }
  await insert('bot_users', noted());
  const demonstration: Demonstration = {
    last_bot_user,
    routes: routes.map(({ id }) => id),
    ip_policies: ipPolicies.map(({ id }) => id),
  };
  await run('UPDATE account SET demonstration = $1', JSON.stringify(demonstration));
}
