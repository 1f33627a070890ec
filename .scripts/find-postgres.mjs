import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { aptInstall, aptUpdate, isDebianRoot } from './apt.mjs';
import { shell } from './tool.mjs';

/**
 * @typedef {{ uid: number, gid: number }} User
 * @typedef {{ folder: string, user?: User }} Programs
 * @typedef {{ missing: string }} Missing one sentence: why there is none, and what to do
 */

const HINT = 'install one or set POSTGRES_BIN to the folder of its initdb and postgres';

/** Folders with one folder per version. */
const ofThisMachine = [
  '/usr/lib/postgresql',
  '/opt/homebrew/opt',
  '/usr/local/opt',
  '/Applications/Postgres.app/Contents/Versions',
];

/**
 * POSTGRES_BIN and nothing else, or else what the PATH or this machine has, the newest first.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string[]} [versioned]
 * @returns {Programs | Missing}
 */
export function findPostgres(env = process.env, versioned = ofThisMachine) {
  if (shell) return { missing: 'the tests start PostgreSQL on Linux and macOS only' };
  const named = env.POSTGRES_BIN;
  if (named && !hasPrograms(named)) return { missing: `no initdb and postgres in ${named}` };
  const folder = named || candidates(env, versioned).find(hasPrograms);
  if (!folder) return { missing: `no PostgreSQL server was found: ${HINT}` };
  if (process.getuid?.() !== 0) return { folder };
  const user = idsOf('postgres') ?? idsOf('nobody');
  return user ? { folder, user } : { missing: 'no user but root, as whom PostgreSQL never runs' };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} versioned
 */
function candidates(env, versioned) {
  const told = spawnSync('pg_config', ['--bindir'], { env, encoding: 'utf8' });
  const installed = versioned.flatMap((folder) =>
    versionsIn(folder).map((name) => join(folder, name, 'bin')),
  );
  const onPath = (env.PATH ?? '').split(delimiter);
  return [told.stdout?.trim(), ...installed, ...onPath, '/usr/local/bin'].filter(Boolean);
}

/**
 * @param {string} folder
 * @returns {string[]} `17`, `postgresql@16`, `15`
 */
function versionsIn(folder) {
  if (!existsSync(folder)) return [];
  const number = (/** @type {string} */ name) => Number(/[\d.]+$/.exec(name)?.[0]);
  return readdirSync(folder)
    .filter((name) => /^(postgresql@)?\d+(\.\d+)?$/.test(name))
    .toSorted((one, other) => number(other) - number(one));
}

/** @param {string} folder */
const hasPrograms = (folder) =>
  ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)));

/**
 * @param {string} name
 * @returns {User | undefined}
 */
function idsOf(name) {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((option) =>
    Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout),
  );
  return uid > 0 && gid > 0 ? { uid, gid } : undefined;
}

/**
 * The server programs, from Debian's packages when this machine has none and may be changed.
 *
 * @returns {Programs | Missing}
 */
export function requirePostgres() {
  const found = findPostgres();
  if (!('missing' in found) || process.env.POSTGRES_BIN || !isDebianRoot()) return found;
  if (!keepsClustersAway() || !aptUpdate() || !aptInstall('postgresql'))
    return { missing: `no PostgreSQL server was found and none could be installed: ${HINT}` };
  return findPostgres();
}

const SETTINGS = '/etc/postgresql-common/createcluster.conf';

/**
 * Debian's package makes and starts a server of its own unless this file forbids it. A file that someone wrote
 * is left as it is: then nothing is installed.
 *
 * @param {string} [file]
 */
export function keepsClustersAway(file = SETTINGS) {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'create_main_cluster = false\n');
  }
  return /^\s*create_main_cluster\s*=\s*'?(false|off|no|0)\b/m.test(readFileSync(file, 'utf8'));
}
