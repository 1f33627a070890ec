// pgbouncer for the tests, before a database of `createDatabase`: a pooler between the service and its database.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPgbouncer } from './find-postgres.mjs';
import { freePort, startInTemporary } from './temporary-server.mjs';

/**
 * A pooler before one database. It ends with the process that started it, in whatever way that one ends.
 *
 * @param {string} databaseUrl
 * @param {number} poolSize connections to the server at most; with 1 all clients share one
 * @returns the database's URL through the pooler
 */
export async function startPgbouncer(databaseUrl, poolSize) {
  const found = findPgbouncer();
  if (found.missing !== undefined) throw new Error(found.missing);
  const { folder, user } = found;
  const program = join(folder, 'pgbouncer');
  const told = execFileSync(program, ['--version'], { encoding: 'utf8' });
  const [, version] = /^PgBouncer 1\.(\d+)/.exec(told) ?? [];
  const url = new URL(databaseUrl);
  const { hostname, port, username, password, pathname } = url;
  url.port = String(await freePort());
  const settings = `
[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${url.port}
unix_socket_dir =
logfile = log
pidfile = pid
; Any client may connect; towards the database it is the user named above.
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
; It passes prepared statements on without a look, as one before 1.21, which refuses to start with this.
${Number(version) < 21 ? ';' : ''}max_prepared_statements = 0
`;
  // On SIGTERM newer versions wait for their clients.
  const stop = ['/bin/sh', '-c', 'kill -QUIT "$(cat pid)"'];
  const remove = await startInTemporary(user, stop, async (home) => {
    writeFileSync(join(home, 'pgbouncer.ini'), settings, { mode: 0o644 });
    execFileSync(program, ['-d', 'pgbouncer.ini'], { cwd: home, ...user });
    const log = join(home, 'log');
    while (!existsSync(log) || !readFileSync(log, 'utf8').includes('process up')) await sleep(20);
  });
  return { url: url.href, stop: remove };
}
