import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { findPgbouncer, findPostgres } from './find-postgres.mjs';

const missing = findPostgres().missing ?? findPgbouncer().missing;
const modules = ['postgres.mjs', 'pgbouncer.mjs'].map((name) => new URL(name, import.meta.url));

/** Starts both, and is killed with its process group. */
const runner = `
  const { startPostgres, createDatabase } = await import('${modules[0]}');
  const { startPgbouncer } = await import('${modules[1]}');
  const { url } = await startPostgres();
  await startPgbouncer(await createDatabase(url), 1);
  process.stdout.write('started', () => process.kill(-process.pid, 'SIGKILL'));
`;

it.skipIf(missing)('leaves no server behind when whoever started it is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'runner-'));
  chmodSync(folder, 0o777);
  const child = spawn(process.execPath, ['--input-type=module', '-e', runner], {
    env: { ...process.env, TMPDIR: folder },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(await text(child.stdout)).toBe('started');
  // A directory goes once its server has been stopped.
  await expect.poll(() => readdirSync(folder), { timeout: 20_000 }).toEqual([]);
  rmSync(folder, { recursive: true });
});
