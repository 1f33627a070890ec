import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findPostgres } from './find-postgres.mjs';

const folder = mkdtempSync(join(tmpdir(), 'find-postgres-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {string} bin @param {string[]} names */
function programs(bin, ...names) {
  mkdirSync(join(folder, bin), { recursive: true });
  for (const name of names) writeFileSync(join(folder, bin, name), '');
  return join(folder, bin);
}
const server = ['initdb', 'pg_ctl', 'postgres'];
const whole = programs('whole', ...server);
const clients = programs('clients', 'psql', 'initdb');
programs('versions/9/bin', ...server);
programs('versions/17/bin', 'psql');
const none = `no initdb, pg_ctl and postgres in POSTGRES_BIN (${clients})`;
const newest = programs('versions/16/bin', ...server);

it.each([
  ['POSTGRES_BIN before the PATH', { POSTGRES_BIN: whole, PATH: newest }, whole],
  ['nothing else where that has no server', { POSTGRES_BIN: clients, PATH: whole }, none],
  ['the first of the PATH with a server', { PATH: [clients, whole].join(delimiter) }, whole],
  ['the newest version that has a server', { PATH: clients }, newest],
])('takes %s', (_, env, expected) => {
  const found = findPostgres(env, join(folder, 'versions'));
  expect(found.missing ?? found.folder).toBe(expected);
});
