import { startPostgres } from './postgres.mjs';

/**
 * Vitest runs this once before the files of `contract-postgres`, and what it returns after them.
 *
 * @param {import('vitest/node').TestProject} project
 */
export async function setup(project) {
  const server = await startPostgres();
  // What the driver reads besides its URL, such as PGOPTIONS, belongs to the person at the keyboard.
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
  project.provide('postgresUrl', server.url);
  return server.stop;
}
