import { Client } from 'pg';
import { expect, it, type TestContext } from 'vitest';
import { freshDatabase } from '#service/test/postgres.test.helper.ts';
import { ownService, startService } from '#service/test/running-service.test.helper.ts';
import { insertRecords } from '#service/storage/database.ts';
import { openPostgresDatabase } from '#service/storage/postgres/database.ts';
import { findPgbouncer } from '../../../../.scripts/find-postgres.mjs';
import { startPgbouncer } from '../../../../.scripts/pgbouncer.mjs';

const IDS = Array.from({ length: 30 }, (_, index) => `bot_${String(index).padStart(27, '0')}`);

/** The URL of a database with 30 bot users, through a pooler whose clients share one connection to the server. */
async function startPooled({ skip, onTestFinished }: TestContext): Promise<string> {
  const { missing } = findPgbouncer();
  if (missing !== undefined) return skip(missing);
  const url = await freshDatabase();
  const pgbouncer = await startPgbouncer(url, 1);
  onTestFinished(pgbouncer.stop);
  const { account, stop } = await startService({ DATABASE_URL: url });
  const created_at = '2026-01-02T03:04:05Z';
  const records = IDS.map((id) => ({ id, name: id, active: true, created_at }));
  await account.database.writeAll(insertRecords('bot_users', records));
  await stop();
  return pgbouncer.url;
}

/** As when the pooler takes another connection to the server, but at once. */
async function forgetPreparedStatements(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('DEALLOCATE ALL');
  await client.end();
}

it('runs its own statements where another process has prepared others', async (context) => {
  const DATABASE_URL = await startPooled(context);
  const reader = await ownService({ DATABASE_URL });
  expect((await reader.api('GET', `/bot_users/${IDS[0]}`)).status).toBe(200);
  await forgetPreparedStatements(DATABASE_URL);

  const remover = await ownService({ DATABASE_URL });
  const missing = `/bot_users/bot_${'z'.repeat(27)}`;
  expect((await remover.api('DELETE', missing)).status).toBe(404);
  for (const id of IDS) expect((await reader.api('GET', `/bot_users/${id}`)).status).toBe(200);
  expect((await remover.api('GET', '/bot_users')).json.bot_users).toHaveLength(30);
});

it('uses no prepared statement in a transaction, which an unknown one would abort', async (context) => {
  const url = await startPooled(context);
  const database = openPostgresDatabase(url, { connections: 1 });
  const sql = 'SELECT count(*) AS count FROM bot_users';
  expect(await database.read(sql)).toEqual([{ count: '30' }]);
  await forgetPreparedStatements(url);
  expect(await database.snapshot((read) => read(sql))).toEqual([{ count: '30' }]);
  await database.close();
});
