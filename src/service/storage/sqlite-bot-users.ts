import type { BotUserRecord, BotUserStore } from '#service/domain/bot-users.ts';
import type { Write } from '#service/storage/group-commit.ts';
import type { Database, Row } from '#service/storage/sqlite.ts';

/** Sorts after every id. */
const AFTER_ALL = 'bot_~';

export function createSqliteBotUsers(database: Database, write: Write): BotUserStore {
  const insert = database.prepare(
    'INSERT INTO bot_users (id, name, active, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING',
  );
  const find = database.prepare('SELECT * FROM bot_users WHERE id = $1');
  const page = database.prepare('SELECT * FROM bot_users WHERE id < $1 ORDER BY id DESC LIMIT $2');
  const otherOfName = database.prepare('SELECT id FROM bot_users WHERE name = $1 AND id <> $2');
  const update = database.prepare(
    'UPDATE bot_users SET name = coalesce($2, name), active = coalesce($3, active) WHERE id = $1 RETURNING *',
  );
  const remove = database.prepare('DELETE FROM bot_users WHERE id = $1');
  const lastId = database.prepare('SELECT max(id) AS id FROM bot_users');

  return {
    insert: ({ id, name, active, created_at }) =>
      write(() => insert.run(id, name, Number(active), created_at) === 1),
    find: async (id) => find.all(id).map(toBotUser)[0],
    page: async (limit, beforeId = AFTER_ALL) => page.all(beforeId, limit).map(toBotUser),
    update: (id, { name, active }) =>
      write(() => {
        if (name !== undefined && otherOfName.all(name, id).length > 0)
          return find.all(id).length > 0 ? 'name taken' : undefined;
        const value = active === undefined ? null : Number(active);
        return update.all(id, name ?? null, value).map(toBotUser)[0];
      }),
    remove: (id) => write(() => remove.run(id) === 1),
    lastId: async () => lastId.all().flatMap(({ id }) => (id === null ? [] : [String(id)]))[0],
  };
}

function toBotUser({ id, name, active, created_at }: Row): BotUserRecord {
  return {
    id: String(id),
    name: String(name),
    active: active === 1,
    created_at: String(created_at),
  };
}
