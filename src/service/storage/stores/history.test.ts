import { expect, it } from 'vitest';
import type { Database } from '#service/storage/database.ts';
import { createHistoryStore } from '#service/storage/stores/history.ts';

it('reads pages of any length with one statement, since each stays prepared on its connection', async () => {
  const statements = new Set<string>();
  const read: Database['read'] = async (sql) => {
    statements.add(sql);
    return [];
  };
  const { page } = createHistoryStore({ read } as Database);
  for (const limit of [1, 2, 101]) await page({ operation: 'update', before: 'hist_1' }, limit);
  expect(statements.size).toBe(1);
});
