import { nameTaken, type BotUserRecord, type BotUserStore } from '#service/domain/bot-users.ts';
import { COLUMNS, UniqueViolation, type Database } from '#service/storage/database.ts';
import { record } from '#service/storage/stores/history.ts';

/** Sorts after every id. */
const AFTER_ALL = 'bot_~';

const NAMES = COLUMNS.bot_users.join(', ');
const SELECT = `SELECT ${NAMES} FROM bot_users`;

export function createBotUserStore({ read, writeRecorded }: Database): BotUserStore {
  return {
    async insert(botUser, author) {
      const recorded = record(author, 'bot_users', 'create', { ...botUser });
      await writeRecorded(recorded).catch(throwTranslated);
    },
    find: async (id) => (await read<BotUserRecord>(`${SELECT} WHERE id = $1`, id))[0],
    page: (limit, beforeId = AFTER_ALL) =>
      read<BotUserRecord>(`${SELECT} WHERE id < $1 ORDER BY id DESC LIMIT $2`, beforeId, limit),
    async update(id, change, author) {
      const recorded = record(author, 'bot_users', 'update', { ...change }, { id });
      return (await writeRecorded<BotUserRecord>(recorded).catch(throwTranslated)).rows[0];
    },
    remove: async (id, author) =>
      (await writeRecorded(record(author, 'bot_users', 'delete', {}, { id }))).count > 0,
  };
}

function throwTranslated(error: unknown): never {
  throw error instanceof UniqueViolation ? nameTaken() : error;
}
