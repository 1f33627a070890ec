import type { BotUserRecord, BotUserStore } from '#service/domain/bot-users.ts';
import { COLUMNS, UniqueViolation, type Database } from '#service/storage/database.ts';
import { record } from '#service/storage/stores/history.ts';

/** Sorts after every id. */
const AFTER_ALL = 'bot_~';

const NAMES = COLUMNS.bot_users.join(', ');
const SELECT = `SELECT ${NAMES} FROM bot_users`;

export function createBotUserStore({ read, writeRecorded }: Database): BotUserStore {
  return {
    /** For one process alone, whose ids only grow; `createInsertBotUser` is for several. */
    async insert(botUser, author) {
      try {
        await writeRecorded(record(author, 'bot_users', 'create', { ...botUser }));
        return botUser;
      } catch (error) {
        if (error instanceof UniqueViolation) return undefined;
        throw error;
      }
    },
    find: async (id) => (await read<BotUserRecord>(`${SELECT} WHERE id = $1`, id))[0],
    page: (limit, beforeId = AFTER_ALL) =>
      read<BotUserRecord>(`${SELECT} WHERE id < $1 ORDER BY id DESC LIMIT $2`, beforeId, limit),
    async update(id, change, author) {
      try {
        const recorded = record(author, 'bot_users', 'update', { ...change }, { id });
        return (await writeRecorded<BotUserRecord>(recorded)).rows[0];
      } catch (error) {
        if (error instanceof UniqueViolation) return 'name taken';
        throw error;
      }
    },
    remove: async (id, author) =>
      (await writeRecorded(record(author, 'bot_users', 'delete', {}, { id }))).count > 0,
    lastId: async () =>
      (await read<{ id: string }>('SELECT id FROM bot_users ORDER BY id DESC LIMIT 1'))[0]?.id,
  };
}
