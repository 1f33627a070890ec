import type { AccountContent, AccountStore } from '#service/domain/account.ts';
import type { Write } from '#service/storage/group-commit.ts';
import type { Database } from '#service/storage/sqlite.ts';

export function createSqliteAccount(database: Database, write: Write): AccountStore {
  return {
    isSetUp: async () => database.prepare('SELECT created_at FROM account').all().length > 0,
    setUp: (content) =>
      write(() => {
        if (content !== undefined) insertContent(database, content);
        database.prepare('INSERT INTO account (created_at) VALUES (CURRENT_TIMESTAMP)').run();
      }),
  };
}

function insertContent(database: Database, content: AccountContent): void {
  const edge = database.prepare('INSERT INTO edges (id) VALUES ($1)');
  for (const { id } of content.edges) edge.run(id);

  const route = database.prepare('INSERT INTO routes (id, edge_id, label) VALUES ($1, $2, $3)');
  for (const { id, edge_id, label } of content.routes) route.run(id, edge_id, label);

  const policy = database.prepare('INSERT INTO ip_policies (id, description) VALUES ($1, $2)');
  for (const { id, description } of content.ipPolicies) policy.run(id, description);

  const restriction = database.prepare(
    'INSERT INTO ip_restrictions (route_id, enabled, ip_policy_ids) VALUES ($1, $2, $3)',
  );
  for (const { route_id, enabled, ip_policy_ids } of content.ipRestrictions)
    restriction.run(route_id, Number(enabled), JSON.stringify(ip_policy_ids));

  const botUser = database.prepare(
    'INSERT INTO bot_users (id, name, active, created_at) VALUES ($1, $2, $3, $4)',
  );
  for (const { id, name, active, created_at } of content.botUsers)
    botUser.run(id, name, Number(active), created_at);
}
