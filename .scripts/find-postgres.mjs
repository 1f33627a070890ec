import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @typedef {{ uid: number, gid: number }} User
 * @typedef {{ folder: string, user?: User, missing?: undefined }} Programs
 * @typedef {{ missing: string }} Missing one sentence: why there is none, and what to do
 */

/** Servers refuse to run as root; on Linux this is always `nobody`. */
const nobody = { uid: 65_534, gid: 65_534 };

const { PATH = '', POSTGRES_BIN } = process.env;

/** The programs of a PostgreSQL server: those of POSTGRES_BIN, else the PATH's, else the newest of Debian's. */
export function findPostgres() {
  const versions = '/usr/lib/postgresql';
  const installed = existsSync(versions) ? readdirSync(versions) : [];
  const newestFirst = installed.toSorted((one, other) => Number(other) - Number(one));
  const ofDebian = newestFirst.map((version) => join(versions, version, 'bin'));
  return find(
    ['initdb', 'pg_ctl', 'postgres'],
    POSTGRES_BIN ? [POSTGRES_BIN] : [...PATH.split(delimiter), ...ofDebian],
    'no PostgreSQL server: install postgresql, or set POSTGRES_BIN to the folder with initdb',
  );
}

export function findPgbouncer() {
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
