import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { findPgbouncer, findPostgres } from './find-postgres.mjs';
import { startPgbouncer } from './pgbouncer.mjs';
import { startPostgres } from './postgres.mjs';

const noPostgres = findPostgres().missing !== undefined;
const noPgbouncer = noPostgres || findPgbouncer().missing !== undefined;

/**
 * @param {string} url
 * @param {string} sql
 */
async function query(url, sql) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** @param {string} url */
const listens = (url) =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

it.skipIf(noPostgres)('keeps what was committed over a pause', async () => {
  const server = await startPostgres();
  const url = (await server?.createDatabase()) ?? '';
  await query(url, 'CREATE TABLE a AS SELECT 1 AS b');
  await server?.pause();
  expect(await listens(url)).toBe(false);
  await server?.resume();
  expect(await query(url, 'TABLE a')).toEqual([{ b: 1 }]);
  await server?.stop();
  expect(await listens(url)).toBe(false);
});

it.skipIf(noPgbouncer)('gives one server connection to all clients in turn', async () => {
  const server = await startPostgres();
  const url = (await server?.createDatabase()) ?? '';
  const pooler = await startPgbouncer(url, { poolSize: 1 });
  const pid = () => query(pooler?.url ?? '', 'SELECT pg_backend_pid() AS pid, current_database()');
  const [first, second] = await Promise.all([pid(), pid()]);
  expect(first).toEqual(second);
  expect(first).toEqual([
    { pid: expect.any(Number), current_database: new URL(url).pathname.slice(1) },
  ]);
  await pooler?.stop();
  await server?.stop();
  expect(await listens(pooler?.url ?? '')).toBe(false);
});

/** A process that starts both, says where, and then does what is given. */
const runner = (/** @type {string} */ then) => `
  const { startPostgres } = await import(${JSON.stringify(new URL('postgres.mjs', import.meta.url))});
  const { startPgbouncer } = await import(${JSON.stringify(new URL('pgbouncer.mjs', import.meta.url))});
  const server = await startPostgres();
  const pooler = await startPgbouncer(await server.createDatabase());
  const urls = [server, pooler].flatMap((each) => each?.url ?? []);
  process.stdout.write(JSON.stringify(urls), () => { ${then} });
`;

it.skipIf(noPostgres).each([
  ['is killed with its group', `process.kill(-process.pid, 'SIGKILL');`],
  ['ends without stopping them', `process.exit();`],
])('leaves no server and no directory behind when the runner %s', async (_, then) => {
  const folder = mkdtempSync(join(tmpdir(), 'runner-'));
  chmodSync(folder, 0o777);
  const child = spawn(process.execPath, ['--input-type=module', '-e', runner(then)], {
    env: { ...process.env, TMPDIR: folder },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {string[]} */
  const urls = JSON.parse(await text(child.stdout));
  expect(urls).not.toEqual([]);
  await expect.poll(() => readdirSync(folder), { timeout: 20_000 }).toEqual([]);
  expect(await Promise.all(urls.map(listens))).not.toContain(true);
  rmSync(folder, { recursive: true });
});
