// What the tests' PostgreSQL and pgbouncer have in common.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A temporary directory for a server. The server is stopped and the directory removed by `remove`, else when this
 * process ends in whatever way, a SIGKILL included.
 *
 * @param {string} name
 * @param {import('./find-postgres.mjs').User | undefined} user who runs the server
 * @param {string[]} stop the command that stops it, run in the directory
 * @returns {{ home: string, remove: () => Promise<void> }}
 */
export function createHome(name, user, stop) {
  const home = mkdtempSync(join(tmpdir(), `gatehouse-${name}-`));
  if (user) chownSync(home, user.uid, user.gid);
  // `cat` ends when this process closes the pipe or dies. A server that was just starting may still write: once more.
  const script = 'cat; "$@"; cd /; rm -rf "$0" || { sleep 1; rm -rf "$0"; }';
  const shell = spawn('/bin/sh', ['-c', script, home, ...stop], {
    cwd: home,
    stdio: ['pipe', 'ignore', 'ignore'],
    // It outlives Ctrl-C and the end of the process group.
    detached: true,
    ...user,
  });
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return {
    home,
    async remove() {
      if (shell.exitCode !== null || shell.signalCode !== null) return;
      shell.ref();
      shell.stdin.end();
      await once(shell, 'exit');
    },
  };
}

/**
 * A port of the loopback, below those that the system gives to outgoing connections: one of these could take it
 * while the server is paused.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const port = randomInt(20_000, 32_000);
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return port;
  } catch {
    return await freePort();
  } finally {
    probe.close();
  }
}
