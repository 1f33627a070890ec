import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKeeper, homePrefix, removeAbandoned } from './postgres-keeper.mjs';

/** @type {string} */
let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'postgres-keeper-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A runner that starts a server, here one that only sleeps, and then does what is given. */
const runner = (/** @type {string} */ then) => `
  import { spawn } from 'node:child_process';
  import { createKeeper } from ${JSON.stringify(new URL('postgres-keeper.mjs', import.meta.url).href)};
  const server = createKeeper(process.argv[1]).watch(spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }));
  process.stdout.write(String(server.pid), () => { ${then} });
`;

/**
 * A process that has ended keeps its id until its parent asks, and the first of a container may never do so.
 *
 * @param {number} pid
 */
function isRunning(pid) {
  const stat = `/proc/${pid}/stat`;
  if (existsSync(stat) && /\) [ZX] /.test(readFileSync(stat, 'utf8'))) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it.each([
  ['is killed', `process.kill(process.pid, 'SIGKILL');`],
  ['is killed with its group', `process.kill(-process.pid, 'SIGKILL');`],
  ['ends without a word', `process.exit();`],
])('ends the server and removes its directory when the runner %s', async (_, then) => {
  const home = join(folder, 'home');
  mkdirSync(home);
  const args = ['--input-type=module', '-e', runner(then), home];
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = Number(await text(child.stdout));
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => existsSync(home), { timeout: 10_000 }).toBe(false);
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
});

it('removes the directory when the server has ended by itself', async () => {
  const keeper = createKeeper(folder);
  await once(keeper.watch(spawn('true')), 'exit');
  await keeper.end();
  expect(existsSync(folder)).toBe(false);
});

it('tidies up after runners that are gone, and after no one else', () => {
  const alive = `${homePrefix(process.pid)}abc`;
  for (const name of [`${homePrefix(999_999_999)}abc`, alive, 'other'])
    mkdirSync(join(folder, name));
  removeAbandoned(folder);
  expect(readdirSync(folder)).toEqual([alive, 'other']);
});
