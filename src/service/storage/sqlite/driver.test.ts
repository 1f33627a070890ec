import { afterEach, expect, it, vi } from 'vitest';
import { openSqlite } from '#service/storage/sqlite/driver.ts';

afterEach(() => void vi.restoreAllMocks());

it('binds values without numbers, to which Node before 22.20 and 24.7 binds nothing', async () => {
  const calls: unknown[] = [];
  class DatabaseSync {
    prepare = (sql: string) => ({
      run(...values: unknown[]) {
        calls.push(sql, values);
        return { changes: 1 };
      },
    });
  }
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue({ DatabaseSync });
  const connection = await openSqlite('');
  connection.run('UPDATE edges SET id = $2 WHERE id = $1 OR id = $2', 'a', 'b');
  expect(calls).toEqual(['UPDATE edges SET id = ? WHERE id = ? OR id = ?', ['b', 'a', 'b']]);
});
