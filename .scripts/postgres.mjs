// PostgreSQL for the tests: a server of their own in a temporary directory, on a free port of the loopback.
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findPostgres } from './find-postgres.mjs';
import { freePort, startInTemporary } from './temporary-server.mjs';

const OWNER = 'gatehouse';
const initdb = '-D data -E UTF8 --no-sync -U postgres -A scram-sha-256 --pwfile=password'.split(
  ' ',
);
/** It sorts unlike C, which finds more; version 15 knows it. */
const icu = ['--locale-provider=icu', '--icu-locale=en-US'];

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 64MB
# Inside the data directory, where nothing stays behind after a hard end.
dynamic_shared_memory_type = mmap
# Far from UTC and no whole hour: a time that is written or read without its zone comes out wrong.
timezone = '<+0545>-05:45'
fsync = off
full_page_writes = off
`;

/**
 * Vitest runs this once before the files of `contract-postgres`, and what it returns after them. The server ends with
 * the process that started it, in whatever way that one ends.
 *
 * @param {import('vitest/node').TestProject} project gets the superuser's URL, for `createDatabase`
 */
export async function setup(project) {
  const programs = findPostgres();
  if (programs.missing !== undefined) throw new Error(programs.missing);
  const { folder, user } = programs;
  const pgCtl = join(folder, 'pg_ctl');
  const stop = [pgCtl, '-D', 'data', '-m', 'immediate', 'stop'];
  const password = randomBytes(12).toString('hex');
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
  const remove = await startInTemporary(user, stop, async (home) => {
    /** @param {string[]} command */
    const run = ([program = '', ...args]) => {
      // Nothing else of this environment: its PGDATA, PGPORT or LANG would make another server.
      const env = { PATH: process.env.PATH, LC_ALL: 'C' };
      return promisify(execFile)(program, args, { cwd: home, env, ...user });
    };
    writeFileSync(join(home, 'password'), password, { mode: 0o644 });
    const command = [join(folder, 'initdb'), ...initdb, '--locale=C'];
    await run([...command, ...icu]).catch(() => run(command));
    appendFileSync(join(home, 'data/postgresql.conf'), `port = ${port}\n${settings}`);
    await run([pgCtl, '-D', 'data', '-l', 'log', '-w', 'start']);
    await query(url, `CREATE ROLE ${OWNER} LOGIN PASSWORD '${password}'`);
  });
  // What the driver reads besides its URL, such as PGOPTIONS, belongs to the person at the keyboard.
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
  project.provide('postgresUrl', url);
  return remove;
}

/**
 * An empty database.
 *
 * @param {string} serverUrl the superuser's
 * @returns its URL, for a role that owns it and nothing else
 */
export async function createDatabase(serverUrl) {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(serverUrl, `CREATE DATABASE ${name} OWNER ${OWNER}`);
  const url = new URL(serverUrl);
  url.username = OWNER;
  url.pathname = name;
  return url.href;
}

/**
 * Throws out who is still connected.
 *
 * @param {string} serverUrl
 * @param {string} databaseUrl
 */
export async function removeDatabase(serverUrl, databaseUrl) {
  const name = new URL(databaseUrl).pathname.slice(1);
  await query(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** @param {string} connectionString @param {string} sql */
async function query(connectionString, sql) {
  // Any option keeps those of PGOPTIONS out.
  const client = new Client({ connectionString, options: '-c client_min_messages=warning' });
  // A connection that breaks also says so here, and ends the process when nobody listens.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
