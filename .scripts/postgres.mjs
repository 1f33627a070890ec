// PostgreSQL for the tests: a server of their own in a temporary directory, on a free port of the loopback.
import { spawn } from 'node:child_process';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgres, requirePostgres } from './find-postgres.mjs';
import { createKeeper, homePrefix, removeAbandoned } from './postgres-keeper.mjs';
import { isProgram } from './root.mjs';
import { SKIPPED } from './run-stage.mjs';

const START_MS = 20_000;
const SUPERUSER = 'postgres';
const OWNER = 'gatehouse';

/** The first that this version and this machine know. Those that sort unlike C come first: they find more. */
const locales = [
  ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C'],
  ['--locale=en_US.UTF-8'],
  ['--locale=C.UTF-8'],
  ['--locale=C'],
];

const settings = [
  'listen_addresses=127.0.0.1',
  'max_connections=200',
  'shared_buffers=64MB',
  // Inside the data directory, where nothing stays behind after a hard end.
  'dynamic_shared_memory_type=mmap',
  // Far from UTC and no whole hour: a time that is written or read without its zone comes out wrong.
  'timezone=<+0545>-05:45',
];

/**
 * Commits reach the kernel and survive the server's own end (`pause`), but not that of the machine. So
 * `synchronous_commit` stays on: without it a commit may be lost while the server runs on.
 */
const careless = ['fsync=off', 'full_page_writes=off'];

/** @type {typeof import('./postgres.d.mts').startPostgres} */
export const startPostgres = async ({ durable = false } = {}) => {
  const programs = findPostgres();
  if ('missing' in programs) return undefined;
  removeAbandoned();
  const home = mkdtempSync(join(tmpdir(), homePrefix(process.pid)));
  const keeper = createKeeper(home);
  try {
    return await startIn(home, programs, keeper, durable ? settings : [...settings, ...careless]);
  } catch (error) {
    await keeper.end();
    throw error;
  }
};

/**
 * @param {string} home
 * @param {import('./find-postgres.mjs').Programs} programs
 * @param {import('./postgres-keeper.mjs').Keeper} keeper
 * @param {string[]} chosen
 * @returns {Promise<import('./postgres.d.mts').Postgres>}
 */
async function startIn(home, { folder, user }, keeper, chosen) {
  const data = join(home, 'data');
  const logFile = join(home, 'log');
  const password = randomBytes(12).toString('hex');
  const port = await freePort();
  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;

  /** @param {string} program @param {string[]} args */
  const run = (program, args) => {
    const log = openSync(logFile, 'a');
    const child = spawn(join(folder, program), args, {
      cwd: home,
      // Nothing of this environment: its PGDATA, PGPORT or LANG would make another server.
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: ['ignore', log, log],
      // Not ended by Ctrl-C or with the runner's group, which is the keeper's work.
      detached: true,
      ...user,
    });
    closeSync(log);
    return keeper.watch(child);
  };

  const launch = async () => {
    const options = [`port=${port}`, `unix_socket_directories=${home}`, ...chosen];
    const child = run('postgres', ['-D', data, ...options.flatMap((option) => ['-c', option])]);
    await answers(url, child, logFile);
    // A runner that has nothing else to do may end.
    child.unref();
    return child;
  };

  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, password);
  if (user) for (const file of [home, passwordFile]) chownSync(file, user.uid, user.gid);
  await initialize(run, data, passwordFile, logFile);
  let server = await launch();
  await query(url, `CREATE ROLE ${OWNER} LOGIN PASSWORD '${password}'`);

  return {
    url,
    createDatabase: () => createDatabase(url),
    pause: () => quit(server),
    async resume() {
      server = await launch();
    },
    async stop() {
      await quit(server);
      await keeper.end();
    },
  };
}

/**
 * @param {(program: string, args: string[]) => import('node:child_process').ChildProcess} run
 * @param {string} data
 * @param {string} passwordFile
 * @param {string} logFile
 */
async function initialize(run, data, passwordFile, logFile) {
  const access = ['-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  for (const locale of locales) {
    const child = run('initdb', ['-D', data, '-E', 'UTF8', '--no-sync', ...access, ...locale]);
    const [status] = await once(child, 'exit');
    if (status === 0) return;
  }
  throw new Error(`PostgreSQL could not be set up:\n${readFileSync(logFile, 'utf8')}`);
}

/**
 * Ends a server at once, as a crash would, but with its shared memory given back.
 *
 * @param {import('node:child_process').ChildProcess} server
 */
async function quit(server) {
  if (hasEnded(server)) return;
  server.ref();
  const ended = once(server, 'exit');
  server.kill('SIGQUIT');
  await ended;
}

/** @param {import('node:child_process').ChildProcess} child */
const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} server
 * @param {string} logFile
 */
async function answers(url, server, logFile) {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      return await query(url, 'SELECT 1');
    } catch (error) {
      if (hasEnded(server) || Date.now() > until)
        throw new Error(`PostgreSQL did not start:\n${readFileSync(logFile, 'utf8')}`, {
          cause: error,
        });
    }
    await sleep(20);
  }
}

/** Below those that the system gives to outgoing connections: one of these could take it during a `pause`. */
async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.close();
    if (isFree) return port;
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
  // Not above: the stage's command runs before anything says that the packages are there.
  const { Client } = await import('pg');
  // Any option keeps those of PGOPTIONS out.
  const client = new Client({ connectionString: url, options: '-c client_min_messages=warning' });
  // A connection that breaks also says so here, and ends the process when nobody listens.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Starts one for a moment. Programs that do not run here are as good as none. */
async function main() {
  const programs = requirePostgres();
  if ('missing' in programs) return skip(programs.missing);
  try {
    const server = await startPostgres();
    await server?.stop();
    console.error(`PostgreSQL of ${programs.folder} runs.`);
  } catch (error) {
    console.error(error);
    skip(`PostgreSQL of ${programs.folder} does not run: .cache/test/postgres.log says why`);
  }
}

/** @param {string} why the last line that is said */
function skip(why) {
  console.error(why);
  process.exitCode = SKIPPED;
}

if (isProgram(import.meta.url)) await main();
