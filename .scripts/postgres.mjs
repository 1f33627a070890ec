// PostgreSQL for the tests: a server of their own in a temporary directory, on a free port of the loopback.
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findPostgres } from './find-postgres.mjs';
import { createHome, freePort } from './temporary-server.mjs';

const SUPERUSER = 'postgres';
const OWNER = 'gatehouse';

/** The first that this version and this machine know. Those that sort unlike C come first: they find more. */
const locales = [
  ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C'],
  ['--locale=en_US.UTF-8'],
  ['--locale=C'],
];

const access = ['-U', SUPERUSER, '-A', 'scram-sha-256', '--pwfile=password'];
const initdb = ['-D', 'data', '-E', 'UTF8', '--no-sync', ...access];

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 64MB
# Inside the data directory, where nothing stays behind after a hard end.
dynamic_shared_memory_type = mmap
# Far from UTC and no whole hour: a time that is written or read without its zone comes out wrong.
timezone = '<+0545>-05:45'
# Commits survive the end of the server (pause), but not that of the machine. So synchronous_commit stays on.
fsync = off
full_page_writes = off
`;

const execute = promisify(execFile);

/** @type {typeof import('./postgres.d.mts').startPostgres} */
export const startPostgres = async () => {
  const programs = findPostgres();
  if (programs.missing !== undefined) return undefined;
  const { folder, user } = programs;
  const pgCtl = join(folder, 'pg_ctl');
  const stop = ['-D', 'data', '-m', 'immediate', 'stop'];
  const { home, remove } = createHome('postgres', user, [pgCtl, ...stop]);
  const log = join(home, 'log');

  /** @param {string} program @param {string[]} args */
  const run = (program, ...args) =>
    execute(program, args, {
      cwd: home,
      // Nothing else of this environment: its PGDATA, PGPORT or LANG would make another server.
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      ...user,
    });
  const start = () => run(pgCtl, '-D', 'data', '-l', log, '-w', 'start');

  try {
    const password = randomBytes(12).toString('hex');
    const port = await freePort();
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
    writeFileSync(join(home, 'password'), password, { mode: 0o644 });
    await firstThatWorks(
      locales.map((locale) => () => run(join(folder, 'initdb'), ...initdb, ...locale)),
    );
    appendFileSync(join(home, 'data/postgresql.conf'), `port = ${port}\n${settings}`);
    await start();
    await query(url, `CREATE ROLE ${OWNER} LOGIN PASSWORD '${password}'`);
    return {
      url,
      createDatabase: () => createDatabase(url),
      pause: async () => void (await run(pgCtl, ...stop)),
      resume: async () => void (await start()),
      stop: remove,
    };
  } catch (cause) {
    const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
    await remove();
    throw new Error(`PostgreSQL of ${folder} does not start.\n${said}`, { cause });
  }
};

/** @param {(() => Promise<unknown>)[]} attempts */
async function firstThatWorks([attempt, ...others]) {
  try {
    await attempt?.();
  } catch (error) {
    if (others.length === 0) throw error;
    await firstThatWorks(others);
  }
}

/** @type {typeof import('./postgres.d.mts').createDatabase} */
export const createDatabase = async (serverUrl) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(serverUrl, `CREATE DATABASE ${name} OWNER ${OWNER}`);
  const url = new URL(serverUrl);
  url.username = OWNER;
  url.pathname = name;
  return url.href;
};

/** @type {typeof import('./postgres.d.mts').removeDatabase} */
export const removeDatabase = async (serverUrl, databaseUrl) => {
  const name = new URL(databaseUrl).pathname.slice(1);
  await query(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
};

/**
 * @param {string} url
 * @param {string} sql
 */
async function query(url, sql) {
  // Any option keeps those of PGOPTIONS out.
  const client = new Client({
    connectionString: url,
    options: '-c client_min_messages=warning',
  });
  // A connection that breaks also says so here, and ends the process when nobody listens.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
