import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './root.mjs';
import { isSupported } from './setup.mjs';

it.each([
  ['takes', true, ['20.19.0', '20.20.2', '22.12.0', '24.0.0', '25.1.0']],
  ['refuses', false, ['18.20.8', '20.18.3', '21.7.3', '22.11.0', '23.11.1']],
])('%s a version of Node', (_, expected, versions) => {
  expect(versions.filter(isSupported)).toEqual(expected ? versions : []);
});

/** A copy of the program, with something in place of npm that installs nothing but its own arguments. */
function copy() {
  const home = mkdtempSync(join(tmpdir(), 'setup of & '));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const file of ['package.json', '.scripts/root.mjs', '.scripts/setup.mjs'])
    cpSync(join(root, file), join(home, file));
  writeFileSync(
    join(home, 'npm-cli.js'),
    `import { mkdirSync, writeFileSync } from 'node:fs';
     mkdirSync('node_modules', { recursive: true });
     writeFileSync('npm-arguments', process.argv.slice(2).join(' '));
     process.exit(Number(process.env.NPM_STATUS));`,
  );
  const lock = (/** @type {string} */ text) => writeFileSync(join(home, 'package-lock.json'), text);
  lock('first');
  /** @returns what npm was called with, else the exit status */
  const setup = (npmStatus = 0) => {
    const called = join(home, 'npm-arguments');
    rmSync(called, { force: true });
    const { status } = spawnSync(process.execPath, [join(home, '.scripts/setup.mjs')], {
      env: { npm_execpath: join(home, 'npm-cli.js'), NPM_STATUS: String(npmStatus) },
    });
    expect(status).toBe(npmStatus);
    return existsSync(called) ? readFileSync(called, 'utf8') : status;
  };
  return { lock, setup, stamp: join(home, 'node_modules/.gatehouse-install') };
}

const installs = expect.stringMatching(/^ci --include=dev /);

it('installs once, and again for another lock file, machine or Node', () => {
  const { lock, setup, stamp } = copy();
  expect(setup()).toEqual(installs);
  expect(setup()).toBe(0);
  lock('second');
  expect(setup()).toEqual(installs);
  for (const part of [process.platform, process.arch, /(no-)?glibc/, /node-\d+/]) {
    writeFileSync(stamp, readFileSync(stamp, 'utf8').replace(part, 'other'));
    expect(setup(), `another ${part}`).toEqual(installs);
  }
  expect(setup()).toBe(0);
});

it('installs again after an install that was broken off, whatever the lock file is then', () => {
  const { lock, setup } = copy();
  setup();
  lock('second');
  expect(setup(1)).toEqual(installs);
  lock('first');
  expect(setup()).toEqual(installs);
});
