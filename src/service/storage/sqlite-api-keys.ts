import type { ApiKeyStore } from '#service/domain/api-keys.ts';
import type { Write } from '#service/storage/group-commit.ts';
import type { Database } from '#service/storage/sqlite.ts';

export function createSqliteApiKeys(database: Database, write: Write): ApiKeyStore {
  const insert = database.prepare(
    'INSERT INTO api_keys (id, name, hash, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (hash) DO NOTHING',
  );
  const find = database.prepare('SELECT id FROM api_keys WHERE hash = $1');
  const any = database.prepare('SELECT id FROM api_keys LIMIT 1');

  return {
    insert: ({ id, name, hash, created_at }) =>
      write(() => void insert.run(id, name, hash, created_at)),
    has: async (hash) => find.all(hash).length > 0,
    isEmpty: async () => any.all().length === 0,
  };
}
