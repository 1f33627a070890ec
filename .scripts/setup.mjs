// Runs on a machine with Node and git only: nothing but Node's own modules may be imported here, and the file
// must also parse on a Node that is too old, so that the reader gets a sentence and not a syntax error.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProgram, root } from './root.mjs';

/** @type {{ engines: { node: string } }} */
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * Whether `engines` of package.json allows a version of Node.
 *
 * @param {string} version such as `22.12.0`
 */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return engines.node.split(' || ').some((range) => {
    const [, operator, first, second = 0] = /^(\^|>=)(\d+)(?:\.(\d+))?$/.exec(range) || [];
    if (major === Number(first)) return minor >= Number(second);
    return operator === '>=' && major > Number(first);
  });
}

/** Ends the process with one sentence on a Node that is not supported. */
export function requireNode() {
  if (isSupported(process.versions.node)) return;
  console.error(`Gatehouse needs Node ${engines.node}; this is ${process.version}.`);
  process.exit(1);
}

const stamp = join(root, 'node_modules', '.gatehouse-install');

const { npm_execpath: running = '' } = process.env;

/** The npm that runs this, else the one on the PATH: other package managers set `npm_execpath` too. */
export const npm = running.endsWith('npm-cli.js') ? [process.execPath, running] : ['npm'];

/** Installs the packages of package-lock.json, unless that was done before, for this machine and this Node. */
export function setup() {
  requireNode();
  const wanted = installKey();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing packages…');
  // Removed first: an interrupted install must not match any lock file.
  rmSync(stamp, { force: true });
  // Development packages too, also under NODE_ENV=production: they make the build. What npm has in its cache it does not
  // ask for again; the lock file says what each package must be.
  const [program, ...args] = [...npm, 'ci', '--include=dev', '--prefer-offline'];
  const { status } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    console.error('Packages could not be installed: see what npm says above, then start again.');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

/** What an install depends on. Some packages are programs of one platform. */
function installKey() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const report = /** @type {{ header: object }} */ (process.report.getReport());
  const libc = 'glibcVersionRuntime' in report.header ? 'glibc' : 'no-glibc';
  const [major] = process.versions.node.split('.');
  return [hash.digest('hex'), process.platform, process.arch, libc, `node-${major}`].join(' ');
}

if (isProgram(import.meta.url)) setup();
