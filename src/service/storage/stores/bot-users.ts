import type { BotUserRecord, BotUserStore } from '#service/domain/bot-users.ts';
import { COLUMNS, UniqueViolation, type Database } from '#service/storage/database.ts';

/** Sorts after every id. */
const AFTER_ALL = 'bot_~';

const NAMES = COLUMNS.bot_users.join(', ');
const SELECT = `SELECT ${NAMES} FROM bot_users`;

export function createBotUserStore({ read, write }: Database): BotUserStore {
  return {
    /** For one process alone, whose ids only grow; `createInsertBotUser` is for several. */
    async insert(record) {
      const { id, name, active, created_at } = record;
      const sql = `INSERT INTO bot_users (${NAMES}) VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING`;
      return (await write(sql, id, name, active, created_at)).count > 0 ? record : undefined;
    },
    find: async (id) => (await read<BotUserRecord>(`${SELECT} WHERE id = $1`, id))[0],
    page: (limit, beforeId = AFTER_ALL) =>
      read<BotUserRecord>(`${SELECT} WHERE id < $1 ORDER BY id DESC LIMIT $2`, beforeId, limit),
    async update(id, { name, active = null }) {
      const ending = `active = coalesce($2, active) WHERE id = $1 RETURNING ${NAMES}`;
      try {
        // A name that is written is looked up in its index, also when it stays the same.
        const { rows } =
          name === undefined
            ? await write<BotUserRecord>(`UPDATE bot_users SET ${ending}`, id, active)
            : await write<BotUserRecord>(
                `UPDATE bot_users SET name = $3, ${ending}`,
                id,
                active,
                name,
              );
        return rows[0];
      } catch (error) {
        if (error instanceof UniqueViolation) return 'name taken';
        throw error;
      }
    },
    remove: async (id) => (await write('DELETE FROM bot_users WHERE id = $1', id)).count > 0,
    lastId: async () =>
      (await read<{ id: string }>('SELECT id FROM bot_users ORDER BY id DESC LIMIT 1'))[0]?.id,
  };
}
