// pgbouncer for the tests, before a database of `startPostgres`: a pooler between the service and its database.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findPgbouncer } from './find-postgres.mjs';
import { createHome, freePort } from './temporary-server.mjs';

const START_MS = 20_000;

const execute = promisify(execFile);

/** @type {typeof import('./pgbouncer.d.mts').startPgbouncer} */
export const startPgbouncer = async (databaseUrl, { poolSize = 20 } = {}) => {
  const found = findPgbouncer();
  if (found.missing !== undefined) return undefined;
  const program = join(found.folder, 'pgbouncer');
  // On SIGTERM newer versions wait for their clients.
  const stop = ['/bin/sh', '-c', 'kill -QUIT "$(cat pid)"'];
  const { home, remove } = createHome('pgbouncer', found.user, stop);
  const log = join(home, 'log');
  const port = await freePort();
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    logfile: log,
    pidfile: join(home, 'pid'),
    // Any client may connect; towards the database it is the user named above.
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: poolSize,
    // It passes prepared statements on without a look, as one before 1.21, which refuses to start with this.
    ...((await followsPreparedStatements(program)) && { max_prepared_statements: 0 }),
  };
  const lines = [
    '[databases]',
    `${pathname.slice(1)} = host=${hostname} port=${databasePort} user=${username} password=${password}`,
    '[pgbouncer]',
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
  ];
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });

  try {
    await execute(program, ['-d', file], { cwd: home, ...found.user });
    await listens(port);
  } catch (cause) {
    const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
    await remove();
    throw new Error(`${program} does not start.\n${said}`, { cause });
  }
  const url = new URL(databaseUrl);
  url.port = String(port);
  return { url: url.href, stop: remove };
};

/** @param {string} program */
async function followsPreparedStatements(program) {
  const { stdout } = await execute(program, ['--version']);
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/** @param {number} port */
async function listens(port) {
  const until = Date.now() + START_MS;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(20);
    } finally {
      socket.destroy();
    }
  }
}
