import type { BotUserStore } from '#service/domain/bot-users.ts';
import { DIGITS, RAISED_LENGTH } from '#service/domain/ids.ts';
import type { Database } from '#service/storage/database.ts';
import { authorValues, entryText } from '#service/storage/stores/history.ts';

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
) ON CONFLICT (name) DO NOTHING RETURNING id, name, active, created_at)`;

const RECORDED = `${INSERT}, entry AS (${entryText('bot_users', 'create', {}, 'FROM made', 5)})
  SELECT id, created_at FROM made`;

export function createInsertBotUser({ write }: Database): BotUserStore['insert'] {
  return async (record, author) => {
    const { id, name, active, created_at } = record;
    const [row] = (await write(RECORDED, id, name, active, created_at, ...authorValues(author)))
      .rows;
    return row && { ...record, id: String(row['id']), created_at: String(row['created_at']) };
  };
}
