import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { root } from './root.mjs';

/** Whether packages of the machine can be installed without asking anyone. */
export const isDebianRoot = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');

/** Fetches the lists of packages; false when the machine has no way to them. */
export const aptUpdate = () => apt('update');

/** @param {string[]} packages */
export const aptInstall = (...packages) =>
  apt('install', '-y', '--no-install-recommends', ...packages);

/** @param {string[]} args */
function apt(...args) {
  const { status } = spawnSync('apt-get', ['-qq', ...args], {
    cwd: root,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 2, 2],
  });
  return status === 0;
}
