import { findPostgres } from '../.scripts/find-postgres.mjs';
import { startPostgres, type Postgres } from '../.scripts/postgres.mjs';
import { freshTest } from './fixtures.ts';

interface PostgresFixtures {
  /** Of an empty database; `service` keeps its data there. */
  databaseUrl: string;
}

interface PostgresWorker {
  /** Started for the first test of a worker that asks for it; undefined on a machine without one. */
  postgres: Postgres | undefined;
}

/**
 * A service of its own for one test, on PostgreSQL; skipped on a machine without its programs.
 */
export const postgresTest = freshTest.extend<PostgresFixtures, PostgresWorker>({
  postgres: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, provide) => {
      const server = await startPostgres();
      await provide(server);
      await server?.stop();
    },
    { scope: 'worker' },
  ],
  databaseUrl: async ({ postgres }, provide, testInfo) => {
    testInfo.skip(postgres === undefined, findPostgres().missing ?? '');
    if (postgres) await provide(await postgres.createDatabase());
  },
  settings: async ({ databaseUrl }, provide) => provide({ DATABASE_URL: databaseUrl }),
});
