import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#service/storage/database.ts';
import { DATA_VERSION, findVersion, migrate } from '#service/storage/migrations.ts';
import { openPostgresDatabase } from '#service/storage/postgres/database.ts';
import { openSqliteDatabase } from '#service/storage/sqlite/database.ts';
import { freshDatabase, storage } from '#service/test/postgres.test.helper.ts';
import { temporaryDirectory } from '#service/test/running-service.test.helper.ts';

let database: Database;

beforeEach(async () => {
  database =
    storage === 'postgres'
      ? openPostgresDatabase(await freshDatabase(), 8)
      : await openSqliteDatabase(join(temporaryDirectory(), 'file'));
});
afterEach(() => database.close());
const versions = async () =>
  (await database.read('SELECT version FROM migrations ORDER BY version')).map(
    ({ version }) => version,
  );

const all = Array.from({ length: DATA_VERSION }, (_, index) => index + 1);

it('does all or nothing, at whatever statement it was ended', async () => {
  const ended = new Error('killed');
  for (let statements = 0; ; statements += 1) {
    let left = statements;
    const mortal: Database = {
      ...database,
      transaction: (work) =>
        database.transaction((run) =>
          work((...statement) => {
            if (left === 0) throw ended;
            left -= 1;
            return run(...statement);
          }),
        ),
    };
    const failure = await migrate(mortal).catch((error: unknown) => error);
    if (failure === undefined) break;
    expect(failure).toBe(ended);
    await expect(versions()).rejects.toThrow(/migrations/);
  }
  expect(await versions()).toEqual(all);
  await migrate(database);
  expect(await versions()).toEqual(all);
});

it('orders ids by their bytes, whatever the language of the database', async () => {
  await migrate(database);
  const ids = ['bot_0', 'bot_B', 'bot_a', 'bot_b'];
  for (const id of ids.toReversed()) await database.write('INSERT INTO edges (id) VALUES ($1)', id);
  const rows = await database.read('SELECT id FROM edges WHERE id > $1 ORDER BY id', 'bot_');
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

it('leaves a database alone that holds tables of something else', async () => {
  await database.write('CREATE TABLE bot_users (other integer)');
  await expect(migrate(database)).rejects.toThrow(
    /^it holds tables of something else: .*bot_users.* already exists/,
  );
  await expect(versions()).rejects.toThrow(/migrations/);
});

it('takes a missing table alone for no data', async () => {
  expect(await findVersion(database)).toBeUndefined();
  const denied = new Error('permission denied for table migrations');
  const read = () => Promise.reject(denied);
  await expect(findVersion({ ...database, read })).rejects.toBe(denied);
});
