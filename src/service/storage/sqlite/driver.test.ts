import { expect, it, onTestFinished, vi } from 'vitest';
import { openSqlite } from '#service/storage/sqlite/driver.ts';

it('binds values without numbers, to which Node before 22.20 and 24.7 binds nothing', async () => {
  const run = vi.fn<() => object>(() => ({ changes: 1 }));
  const prepare = vi.fn<() => object>(() => ({ run }));
  const DatabaseSync = vi.fn<() => object>(function open() {
    return { prepare };
  });
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue({ DatabaseSync });
  onTestFinished(() => void vi.restoreAllMocks());
  const connection = await openSqlite('');
  connection.run('UPDATE edges SET id = $2 WHERE id = $1 OR id = $2', 'a', 'b');
  expect(prepare).toHaveBeenCalledWith('UPDATE edges SET id = ? WHERE id = ? OR id = ?');
  expect(run).toHaveBeenCalledWith('b', 'a', 'b');
});
