import type { BotUserRecord, BotUserStore } from '#service/domain/bot-users.ts';
import { UniqueViolation, type Database, type Row } from '#service/storage/database.ts';

/** Sorts after every id. */
const AFTER_ALL = 'bot_~';

const COLUMNS = 'id, name, active, created_at';

export function createBotUserStore({ read, write, quoteJson }: Database): BotUserStore {
  // Both engines aggregate in the order of the inner query; sorting again would cost a third more.
  // Ids and times hold nothing that JSON escapes.
  const page = `SELECT min(id) AS last_id, (SELECT min(id) FROM bot_users) < min(id) AS has_more,
    string_agg(concat(
      '{"id":"', id, '","uri":"', CAST($3 AS text), id, '","name":', ${quoteJson('name')},
      CASE WHEN active THEN ',"active":true' ELSE ',"active":false' END, ',"created_at":"', created_at, '"}'
    ), ',') AS json FROM (SELECT ${COLUMNS} FROM bot_users WHERE id < $1 ORDER BY id DESC LIMIT $2) AS page`;

  return {
    /** For one process alone, whose ids only grow; `createInsertBotUser` is for several. */
    async insert(record) {
      const { id, name, active, created_at } = record;
      const sql = `INSERT INTO bot_users (${COLUMNS}) VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING`;
      return (await write(sql, id, name, active, created_at)).count > 0 ? record : undefined;
    },
    find: async (id) =>
      (await read(`SELECT ${COLUMNS} FROM bot_users WHERE id = $1`, id)).map(toBotUser)[0],
    async page(limit, uriPrefix, beforeId = AFTER_ALL) {
      const prefix = JSON.stringify(uriPrefix).slice(1, -1);
      const [row] = await read(page, beforeId, limit, prefix);
      return {
        json: `[${row?.['json'] ?? ''}]`,
        lastId: row?.['last_id']?.toString(),
        hasMore: Boolean(row?.['has_more']),
      };
    },
    async update(id, { name, active = null }) {
      const ending = `active = coalesce($2, active) WHERE id = $1 RETURNING ${COLUMNS}`;
      try {
        // A name that is written is looked up in its index, also when it stays the same.
        const { rows } =
          name === undefined
            ? await write(`UPDATE bot_users SET ${ending}`, id, active)
            : await write(`UPDATE bot_users SET name = $3, ${ending}`, id, active, name);
        return rows.map(toBotUser)[0];
      } catch (error) {
        if (error instanceof UniqueViolation) return 'name taken';
        throw error;
      }
    },
    remove: async (id) => (await write('DELETE FROM bot_users WHERE id = $1', id)).count > 0,
    async lastId() {
      const rows = await read('SELECT id FROM bot_users ORDER BY id DESC LIMIT 1');
      return rows.map(({ id }) => String(id))[0];
    },
  };
}

function toBotUser({ id, name, active, created_at }: Row): BotUserRecord {
  return {
    id: String(id),
    name: String(name),
    active: Boolean(active),
    created_at: String(created_at),
  };
}
