import { findPostgres } from './find-postgres.mjs';
import { startPostgres } from './postgres.mjs';

/**
 * Vitest runs this once before the files of `contract-postgres`, and what it returns after them.
 *
 * @param {import('vitest/node').TestProject} project
 * @returns {Promise<() => Promise<void>>}
 */
export async function setup(project) {
  const server = await startPostgres();
  if (!server) throw new Error(`contract-postgres cannot run: ${findPostgres().missing}`);
  forgetSettings();
  project.provide('postgresUrl', server.url);
  return server.stop;
}

/** What the driver reads besides its URL, such as PGOPTIONS, belongs to the person at the keyboard. */
function forgetSettings() {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
}
