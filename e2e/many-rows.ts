import { startManyRows, type ManyRows } from '../.scripts/many-rows.mjs';
import { test } from './fixtures.ts';
import { withService, type Service } from './service.ts';

/** A built service before a management API in memory. */
interface Account {
  rows: ManyRows;
  service: Service;
}

interface ManyRowsFixtures {
  /** How many there are at the start of each test. */
  botUsers: number;
  /** Of the service before them, such as `{ RATE_LIMIT: '120' }`: with any, the test gets a service of its own. */
  settings: Record<string, string>;
  account: Account;
  /** The management API: its conduct, what was asked of it, and what others do in it. */
  rows: ManyRows;
}

/**
 * Journeys through 10,000 bot users. The service of a worker serves all its tests; the account behind it is as new in
 * each.
 */
export const manyRowsTest = test.extend<ManyRowsFixtures, { sharedAccount: Account }>({
  botUsers: [10_000, { option: true }],
  settings: [{}, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  sharedAccount: [async ({}, provide) => withAccount({}, provide), { scope: 'worker' }],
  account: async ({ settings, sharedAccount }, provide) =>
    Object.keys(settings).length > 0 ? withAccount(settings, provide) : provide(sharedAccount),
  rows: [
    async ({ account, botUsers }, provide) => {
      account.rows.reset(botUsers);
      await provide(account.rows);
      // Whatever still waits for an answer gets it, so that the page can be left.
      account.rows.release();
    },
    { auto: true },
  ],
  service: async ({ account }, provide) => provide(account.service),
});

async function withAccount(
  settings: Record<string, string>,
  body: (account: Account) => Promise<void>,
): Promise<void> {
  const rows = await startManyRows(0);
  try {
    await withService({ UPSTREAM_URL: rows.url, FIRST_API_KEY: '', ...settings }, async (service) =>
      body({ rows, service }),
    );
  } finally {
    await rows.close();
  }
}
