import { nameTaken, type BotUserRecord, type BotUserStore } from '#service/domain/bot-users.ts';
import type { Author } from '#service/domain/history.ts';
import { DIGITS, RAISED_LENGTH } from '#service/domain/ids.ts';
import { COLUMNS, UniqueViolation, type Database } from '#service/storage/database.ts';
import { authorValues, entryText, record } from '#service/storage/stores/history.ts';

/** Sorts after every id. */
const AFTER_ALL = 'bot_~';

const NAMES = COLUMNS.bot_users.join(', ');
const SELECT = `SELECT ${NAMES} FROM bot_users`;

/** @param isShared several processes may serve the database: the ids of this one alone would not only grow */
export function createBotUserStore(database: Database, isShared: boolean): BotUserStore {
  const { read, writeRecorded } = database;
  return {
    async insert(botUser, author) {
      if (isShared) return insertAfterOthers(database, botUser, author);
      const recorded = record(author, 'bot_users', 'create', { ...botUser });
      await writeRecorded(recorded).catch(throwTranslated);
      return botUser;
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

const STEM_LENGTH = 'bot_'.length + RAISED_LENGTH;
const GREATEST = 'FROM bot_users WHERE id > $1 ORDER BY id DESC LIMIT 1';

/**
 * As `createNewId` does for one process: where there is a greater id, the new one is the next after that, and belongs
 * to its second. So "newest first" holds whatever the clocks of processes and servers do.
 *
 * Inserts of the same moment do not see each other. They may follow on the same id, and stay different: the end of an
 * id is random.
 */
const INSERT = `WITH made AS (INSERT INTO bot_users (id, name, active, created_at) VALUES (
  coalesce(
    (
      SELECT rpad(
        left(stem, -1) || translate(right(stem, 1), '${DIGITS.slice(0, -1)}', '${DIGITS.slice(1)}'),
        ${STEM_LENGTH}, '0'
      ) || substr($1, ${STEM_LENGTH + 1})
      FROM (SELECT rtrim(left(id, ${STEM_LENGTH}), 'z') AS stem ${GREATEST}) AS greatest
    ),
    $1
  ),
  $2, $3, coalesce((SELECT created_at ${GREATEST}), $4)
) ON CONFLICT (name) DO NOTHING RETURNING ${NAMES})`;

const RECORDED = `${INSERT}, entry AS (${entryText('bot_users', 'create', {}, 'FROM made', 5)})
  SELECT id, created_at FROM made`;

async function insertAfterOthers({ write }: Database, botUser: BotUserRecord, author: Author) {
  const { id, name, active, created_at } = botUser;
  const values = [id, name, active, created_at, ...authorValues(author)];
  const [row] = (await write<Pick<BotUserRecord, 'id' | 'created_at'>>(RECORDED, ...values)).rows;
  if (row === undefined) throw nameTaken();
  return { ...botUser, ...row };
}
