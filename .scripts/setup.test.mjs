import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from './root.mjs';
import { isSupported } from './setup.mjs';

it.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '25.1.0'])('takes Node %s', (version) => {
  expect(isSupported(version)).toBe(true);
});

it.each(['18.20.8', '20.18.3', '21.7.3', '22.11.0', '23.11.1'])('refuses Node %s', (version) => {
  expect(isSupported(version)).toBe(false);
});

/** @type {string} */
let home;
const inHome = (/** @type {string[]} */ ...parts) => join(home, ...parts);
const lock = (/** @type {string} */ text) => writeFileSync(inHome('package-lock.json'), text);
const stamp = () => inHome('node_modules', '.gatehouse-install');

beforeEach(() => {
  home = mkdtempSync(join(realpathSync(tmpdir()), 'setup of & '));
  for (const file of ['package.json', '.scripts/root.mjs', '.scripts/setup.mjs'])
    cpSync(join(root, file), inHome(file));
  lock('first');
  // In place of npm: it installs nothing but its own arguments.
  writeFileSync(
    inHome('npm-cli.js'),
    `import { mkdirSync, writeFileSync } from 'node:fs';
     mkdirSync('node_modules', { recursive: true });
     writeFileSync('npm-arguments', process.argv.slice(2).join(' '));
     process.exit(Number(process.env.NPM_STATUS));`,
  );
});
afterEach(() => rmSync(home, { recursive: true }));

/**
 * @param {number} [npmStatus] what npm exits with
 * @returns the exit status, and whether npm was called
 */
function setup(npmStatus = 0) {
  rmSync(inHome('npm-arguments'), { force: true });
  const { status } = spawnSync(process.execPath, [inHome('.scripts', 'setup.mjs')], {
    env: { npm_execpath: inHome('npm-cli.js'), NPM_STATUS: String(npmStatus) },
  });
  return { status, installed: existsSync(inHome('npm-arguments')) };
}

const installed = { status: 0, installed: true };
const nothingToDo = { status: 0, installed: false };

it('installs once, with the development packages, and again for another lock file', () => {
  expect(setup()).toEqual(installed);
  expect(readFileSync(inHome('npm-arguments'), 'utf8')).toMatch(/^ci --include=dev /);
  expect(setup()).toEqual(nothingToDo);
  lock('second');
  expect(setup()).toEqual(installed);
  expect(setup()).toEqual(nothingToDo);
});

it('installs again after an install that was broken off, whatever the lock file is then', () => {
  setup();
  lock('second');
  expect(setup(1)).toEqual({ status: 1, installed: true });
  lock('first');
  expect(setup()).toEqual(installed);
});

it.each([process.platform, process.arch, /(no-)?glibc/, /node-\d+/])(
  'installs again where %s is another one',
  (part) => {
    setup();
    const other = readFileSync(stamp(), 'utf8').replace(part, 'other');
    writeFileSync(stamp(), other);
    expect(setup()).toEqual(installed);
  },
);
