import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @typedef {{ uid: number, gid: number }} User
 * @typedef {{ folder: string, user?: User, missing?: undefined }} Programs
 * @typedef {{ missing: string }} Missing one sentence: why there is none, and what to do
 */

/** Servers refuse to run as root; on Linux this is always `nobody`. */
const nobody = { uid: 65_534, gid: 65_534 };

/**
 * The programs of a PostgreSQL server: those of POSTGRES_BIN, else the PATH's, else the newest of Debian's.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [versions] a folder with one folder per version
 */
export function findPostgres(env = process.env, versions = '/usr/lib/postgresql') {
  const { POSTGRES_BIN: named, PATH = '' } = env;
  const installed = existsSync(versions) ? readdirSync(versions) : [];
  const newestFirst = installed.toSorted((one, other) => Number(other) - Number(one));
  const ofDebian = newestFirst.map((version) => join(versions, version, 'bin'));
  return find(
    ['initdb', 'pg_ctl', 'postgres'],
    named ? [named] : [...PATH.split(delimiter), ...ofDebian],
    named
      ? `no initdb, pg_ctl and postgres in POSTGRES_BIN (${named})`
      : 'no PostgreSQL server: install postgresql, or set POSTGRES_BIN, often to what `pg_config --bindir` prints',
  );
}

/** @param {NodeJS.ProcessEnv} [env] */
export function findPgbouncer({ PATH = '' } = process.env) {
  // These are often not on the PATH of those who are not root.
  const folders = [...PATH.split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return find(['pgbouncer'], folders, 'no pgbouncer: install it');
}

/**
 * @param {string[]} programs
 * @param {string[]} folders
 * @param {string} missing
 * @returns {Programs | Missing}
 */
function find(programs, folders, missing) {
  if (process.platform === 'win32')
    return { missing: 'the tests start it on Linux and macOS only' };
  const folder = folders.find((each) => programs.every((name) => existsSync(join(each, name))));
  if (folder === undefined) return { missing };
  return { folder, ...(process.getuid?.() === 0 && { user: nobody }) };
}
