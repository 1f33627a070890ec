import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @typedef {{ uid: number, gid: number }} User
 * @typedef {{ folder: string, user?: User, missing?: undefined }} Programs
 * @typedef {{ missing: string }} Missing one sentence: why there is none, and what to do
 */

/** Folders with one folder per version: of Debian, Homebrew and Postgres.app. */
const versionFolders = [
  '/usr/lib/postgresql',
  '/opt/homebrew/opt',
  '/usr/local/opt',
  '/Applications/Postgres.app/Contents/Versions',
];

/**
 * The programs of a PostgreSQL server: those of POSTGRES_BIN, else the PATH's, else the newest of this machine.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string[]} [versioned]
 * @returns {Programs | Missing}
 */
export function findPostgres(env = process.env, versioned = versionFolders) {
  const { POSTGRES_BIN: named } = env;
  const folders = named ? [named] : [...pathOf(env), ...pgConfig(env), ...newestFirst(versioned)];
  const hint = named
    ? `no initdb, pg_ctl and postgres in POSTGRES_BIN (${named})`
    : 'no PostgreSQL server programs: install postgresql, or set POSTGRES_BIN to the folder of initdb';
  return find(['initdb', 'pg_ctl', 'postgres'], folders, hint);
}

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string[]} [others] folders that are often not on the PATH of those who are not root
 * @returns {Programs | Missing}
 */
export function findPgbouncer(env = process.env, others = ['/usr/sbin', '/usr/local/sbin']) {
  return find(['pgbouncer'], [...pathOf(env), ...others], 'no pgbouncer: install it');
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
  if (process.getuid?.() !== 0) return { folder };
  const user = idsOf('postgres') ?? idsOf('nobody');
  return user
    ? { folder, user }
    : { missing: 'it does not run as root, and there is no other user' };
}

/** @param {NodeJS.ProcessEnv} env */
const pathOf = ({ PATH = '' }) => PATH.split(delimiter).filter(Boolean);

/** @param {NodeJS.ProcessEnv} env */
function pgConfig(env) {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { env, encoding: 'utf8' });
  return stdout ? [stdout.trim()] : [];
}

/**
 * @param {string[]} folders with folders such as `17`, `postgresql@16`, `9.6`
 */
const newestFirst = (folders) =>
  folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^(postgresql@)?\d/.test(name))
      .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
      .map((name) => join(folder, name, 'bin')),
  );

/**
 * @param {string} name
 * @returns {User | undefined}
 */
function idsOf(name) {
  const line = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm');
  const [, uid, gid] = line.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
