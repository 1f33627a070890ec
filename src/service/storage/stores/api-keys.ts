import type { ApiKeyRecord, ApiKeyStore } from '#service/domain/api-keys.ts';
import { COLUMNS, UniqueViolation, type Database } from '#service/storage/database.ts';
import { record } from '#service/storage/stores/history.ts';

const NAMES = COLUMNS.api_keys.join(', ');

export function createApiKeyStore({ read, writeRecorded }: Database): ApiKeyStore {
  return {
    async insert(key, author) {
      const recorded = record(author, 'api_keys', 'create', { ...key });
      await writeRecorded(recorded).catch((error: unknown) => {
        if (!(error instanceof UniqueViolation)) throw error;
      });
    },
    find: async (hash) =>
      (await read<ApiKeyRecord>(`SELECT ${NAMES} FROM api_keys WHERE hash = $1`, hash))[0],
    list: () => read<ApiKeyRecord>(`SELECT ${NAMES} FROM api_keys ORDER BY id`),
    async revoke(id, at, author) {
      const accepted = 'AND revoked_at IS NULL';
      const revocation = { revoked_at: at };
      await writeRecorded(record(author, 'api_keys', 'update', revocation, { id }, accepted));
      return (await read<ApiKeyRecord>(`SELECT ${NAMES} FROM api_keys WHERE id = $1`, id))[0];
    },
  };
}
