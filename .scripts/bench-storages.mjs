import { runCommand, newDirectory, startService } from './bench-processes.mjs';
import { IDS_MAX, PAGE } from './bench-operations.mjs';
import { startPostgres } from './postgres.mjs';

/**
 * A service with data.
 *
 * @typedef {object} Filled
 * @property {number} botUsers
 * @property {import('./bench-operations.mjs').Target} target
 * @property {string[]} ids some of them, spread over all; each has a whole page after it
 * @property {() => Promise<void>} stop
 */

/**
 * @typedef {object} Storage
 * @property {string} name
 * @property {() => Promise<Record<string, string>>} newSettings of a service with a place of its own
 * @property {(settings: Record<string, string>) => Promise<void>} settle after many rows came at once
 */

/** @type {Storage} */
export const sqlite = {
  name: 'SQLite',
  newSettings: async () => ({ DATA_DIR: newDirectory() }),
  settle: async () => {},
};

/** @returns {Promise<Storage | undefined>} `undefined` where there is no server; it ends with this process */
export async function postgres() {
  const server = await startPostgres({ durable: true });
  if (!server) return undefined;
  return {
    name: 'PostgreSQL',
    newSettings: async () => ({ DATABASE_URL: await server.createDatabase() }),
    async settle({ DATABASE_URL }) {
      const { Client } = await import('pg');
      const client = new Client({ connectionString: DATABASE_URL });
      await client.connect();
      // Else the server does so by itself, in the middle of a round.
      await client.query('VACUUM ANALYZE bot_users');
      await client.end();
    },
  };
}

/**
 * @param {Storage} storage
 * @param {number} botUsers
 * @returns {Promise<Filled>}
 */
export async function fill(storage, botUsers) {
  const settings = await storage.newSettings();
  await runCommand(settings, 'demo', '--bot-users', String(botUsers));
  await storage.settle(settings);
  const service = await startService(settings);
  return { ...service, botUsers, ids: spread(await readIds(service.target)) };
}

/**
 * All, page by page.
 *
 * @param {import('./bench-operations.mjs').Target} target
 */
async function readIds({ port, headers }) {
  const ids = [];
  /** @type {string | null} */
  let uri = `http://127.0.0.1:${port}/api/bot_users?limit=${PAGE}`;
  while (uri !== null) {
    const answer = await fetch(uri, { headers });
    /** @type {{ bot_users: { id: string }[], next_page_uri: string | null }} */
    const page = JSON.parse(await answer.text());
    ids.push(...page.bot_users.map(({ id }) => id));
    uri = page.next_page_uri;
  }
  return ids;
}

/** @param {string[]} ids */
function spread(ids) {
  const usable = ids.slice(0, -PAGE);
  const count = Math.min(IDS_MAX, usable.length);
  return Array.from(
    { length: count },
    (_, index) => usable[Math.floor((index * usable.length) / count)] ?? '',
  );
}
