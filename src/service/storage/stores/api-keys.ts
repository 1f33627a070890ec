import type { ApiKeyRecord, ApiKeyStore } from '#service/domain/api-keys.ts';
import { COLUMNS, insertRecords, type Database } from '#service/storage/database.ts';

const NAMES = COLUMNS.api_keys.join(', ');

export function createApiKeyStore({ read, write, writeAll }: Database): ApiKeyStore {
  return {
    insert: (record) =>
      writeAll(insertRecords('api_keys', [record], 'ON CONFLICT (hash) DO NOTHING')),
    find: async (hash) =>
      (await read<ApiKeyRecord>(`SELECT ${NAMES} FROM api_keys WHERE hash = $1`, hash))[0],
    list: () => read<ApiKeyRecord>(`SELECT ${NAMES} FROM api_keys ORDER BY id`),
    async revoke(id, at) {
      const sql = 'UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1';
      return (await write<ApiKeyRecord>(`${sql} RETURNING ${NAMES}`, id, at)).rows[0];
    },
  };
}
