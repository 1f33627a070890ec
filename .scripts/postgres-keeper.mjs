import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Sees to it that a server ends with the process that started it, a SIGKILL included, and its directory too.
 *
 * @typedef {object} Keeper
 * @property {(child: import('node:child_process').ChildProcess) => import('node:child_process').ChildProcess} watch
 * @property {() => Promise<void>} end removes the directory; what was watched has ended
 */

/**
 * Reads the id of the process to be ended, or an empty line when it has ended by itself. The pipe closes when
 * its other end dies, in whatever way: nothing else tells of a SIGKILL on every system. The directory is removed
 * under the hands of a server that is ending, so what that one still wrote takes a second time.
 */
const script = `
while read -r line; do pid=$line; done
[ -z "$pid" ] || kill -QUIT "$pid"
rm -rf -- "$1" || { sleep 1; rm -rf -- "$1"; }
`;

/**
 * @param {string} home the server's directory
 * @returns {Keeper}
 */
export function createKeeper(home) {
  // Detached, so that it outlives the runner's process group for the moment that its work takes.
  const keeper = spawn('/bin/sh', ['-c', script, 'postgres-keeper', home], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  keeper.unref();
  if (keeper.stdin instanceof Socket) keeper.stdin.unref();
  // It may have been ended from outside; then the next start tidies up.
  keeper.stdin.on('error', () => {});
  const tell = (/** @type {string | number} */ line) => keeper.stdin.write(`${line}\n`);
  return {
    watch(child) {
      if (child.pid !== undefined) tell(child.pid);
      child.once('exit', () => tell(''));
      return child;
    },
    async end() {
      if (keeper.exitCode !== null || keeper.signalCode !== null) return;
      keeper.ref();
      const ended = once(keeper, 'exit');
      keeper.stdin.end();
      await ended;
    },
  };
}

const HOME = /^gatehouse-postgres-(\d+)-/;

/** @param {number} pid the process that the directory belongs to */
export const homePrefix = (pid) => `gatehouse-postgres-${pid}-`;

/**
 * Removes what was left behind where keeper and owner were ended together. A server that still ran there
 * notices within a minute that its directory is gone, and ends.
 *
 * @param {string} [folder]
 */
export function removeAbandoned(folder = tmpdir()) {
  for (const name of readdirSync(folder)) {
    const pid = Number(HOME.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) tryRemove(join(folder, name));
  }
}

/** @param {string} home */
function tryRemove(home) {
  try {
    rmSync(home, { recursive: true, force: true });
  } catch {
    // Another user's, who will tidy up.
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process is alive as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
