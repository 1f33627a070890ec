import type { ApiKeyRecord, ApiKeyStore } from '#service/domain/api-keys.ts';
import type { Database, Row } from '#service/storage/database.ts';

const COLUMNS = 'id, name, hash, read_only, created_at, revoked_at';

export function createApiKeyStore({ read, write }: Database): ApiKeyStore {
  return {
    async insert({ id, name, hash, read_only, created_at, revoked_at }) {
      await write(
        `INSERT INTO api_keys (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (hash) DO NOTHING`,
        id,
        name,
        hash,
        read_only,
        created_at,
        revoked_at,
      );
    },
    find: async (hash) =>
      (await read(`SELECT ${COLUMNS} FROM api_keys WHERE hash = $1`, hash)).map(toApiKey)[0],
    list: async () => (await read(`SELECT ${COLUMNS} FROM api_keys ORDER BY id`)).map(toApiKey),
    async revoke(id, at) {
      const sql = 'UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1';
      return (await write(`${sql} RETURNING ${COLUMNS}`, id, at)).rows.map(toApiKey)[0];
    },
  };
}

function toApiKey({ id, name, hash, read_only, created_at, revoked_at }: Row): ApiKeyRecord {
  return {
    id: String(id),
    name: String(name),
    hash: String(hash),
    read_only: Boolean(read_only),
    created_at: String(created_at),
    revoked_at: revoked_at === null ? null : String(revoked_at),
  };
}
