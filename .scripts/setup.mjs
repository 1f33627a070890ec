// Runs on a machine with Node and git only: nothing but Node's own modules may be imported here, and the file
// must also parse on a Node that is too old, so that the reader gets a sentence and not a syntax error.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstMismatch } from './lock.mjs';
import { isProgram, root } from './root.mjs';
import { npm } from './tool.mjs';

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

/** Makes node_modules match package-lock.json; does nothing when it already does. */
export function setup() {
  requireNode();
  if (isInstalled()) return;
  console.error('Installing packages…');
  // Development packages too, also under NODE_ENV=production: they make the build.
  const [program, file] = npm();
  const { status } = spawnSync(program, [file, 'ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status === 0) return;
  console.error('The packages could not be installed: see what npm says above, then start again.');
  process.exit(1);
}

/** npm writes node_modules/.package-lock.json last, so after a half-done install it is missing or old. */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const have = readPackages('node_modules/.package-lock.json');
  if (!wanted || !have || firstMismatch(wanted, have, machine())) return false;
  return Object.keys(have).every((path) => existsSync(join(root, path)));
}

/**
 * @param {string} file
 * @returns {import('./lock.mjs').Packages | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function machine() {
  return {
    os: process.platform,
    cpu: process.arch,
    libc: process.platform === 'linux' ? libc() : '',
  };
}

/** As npm finds it out. */
function libc() {
  const report = /** @type {{ header: object }} */ (process.report.getReport());
  return 'glibcVersionRuntime' in report.header ? 'glibc' : 'musl';
}

if (isProgram(import.meta.url)) setup();
