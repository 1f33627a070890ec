// What the tests' PostgreSQL and pgbouncer have in common.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Starts a server in a temporary directory. It is stopped and the directory removed by `remove`, else when this
 * process ends in whatever way, a SIGKILL included.
 *
 * @param {import('./find-postgres.mjs').User | undefined} user who runs the server
 * @param {string[]} stop the command that stops it, run in the directory
 * @param {(home: string) => Promise<unknown>} start its log is the file `log` in the directory
 * @returns {Promise<() => Promise<void>>} `remove`
 */
export async function startInTemporary(user, stop, start) {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-server-'));
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
  const remove = async () => {
    if (shell.exitCode !== null || shell.signalCode !== null) return;
    shell.ref();
    shell.stdin.end();
    await once(shell, 'exit');
  };
  try {
    await start(home);
  } catch (cause) {
    const log = join(home, 'log');
    const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
    await remove();
    throw new Error(`A server for the tests does not start.\n${said}`, { cause });
  }
  return remove;
}

/**
 * A port of the loopback, below those that the system gives to outgoing connections: one of these could take it before
 * the server does.
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
