import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  API_HEADERS,
  API_KEY,
  removeDirectories,
  startService,
  temporaryDirectory,
} from '#service/running-service.test.helper.ts';

// Inside the project, so that the bundle finds its packages; `dist` belongs to the person at the keyboard.
const outDir = fileURLToPath(new URL('../../.cache/service-under-test/service', import.meta.url));
const children = new Map<ChildProcess, { stdout: string; stderr: string }>();

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'src/service/main.ts', outDir, emptyOutDir: true, copyPublicDir: false },
  });
}, 30_000);
afterAll(() => {
  for (const child of children.keys()) child.kill('SIGKILL');
  removeDirectories();
});

function run(dataDir: string, settings: Record<string, string> = {}, args: string[] = []) {
  const child = spawn(process.execPath, [join(outDir, 'main.js'), ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, DEMO: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  children.set(child, output);
  return child;
}

const said = (child: ChildProcess) => children.get(child) ?? { stdout: '', stderr: '' };

/** Everything that a process has said, once it has ended by itself. */
async function outcome(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return { code: child.exitCode, ...said(child) };
}

/** The three lines of a start. */
async function announced(child: ChildProcess): Promise<string[]> {
  await expect.poll(() => said(child).stdout.split('\n').length, { timeout: 10_000 }).toBe(4);
  return said(child).stdout.trim().split('\n');
}

const urlIn = (lines: string[]) => /^Gatehouse is ready at (http:\S+)$/.exec(lines[0] ?? '')?.[1];

async function status(url: string | undefined, key: string) {
  const headers = { ...API_HEADERS, Authorization: `Bearer ${key}` };
  return (await fetch(`${url}/api/bot_users`, { headers })).status;
}

it('finds everything again after a stop and a start', async () => {
  const dataDir = temporaryDirectory();
  const first = await startService(dataDir, { demo: true });
  const created = await first.api('POST', '/bot_users', { body: { name: 'survivor' } });
  const before = await first.account.stores.botUsers.page(1_000);
  await first.stop();

  const second = await startService(dataDir, { demo: true });
  const got = await second.api('GET', `/bot_users/${created.json.id}`);
  const later = await second.api('POST', '/bot_users', { body: { name: 'later' } });
  const after = await second.account.stores.botUsers.page(1_000);
  await second.stop();

  expect(got.json).toMatchObject({ name: 'survivor', created_at: created.json.created_at });
  expect(before).toHaveLength(251);
  expect(after.slice(1)).toEqual(before);
  expect(later.json.id > created.json.id).toBe(true);
});

it('loses no answered write when it is killed, and starts again on the same data', async () => {
  const dataDir = temporaryDirectory();
  const child = run(dataDir, { FIRST_API_KEY: API_KEY });
  const url = urlIn(await announced(child));
  expect(url).toBeDefined();
  const answered: string[] = [];
  let killed = false;

  async function write(writer: number) {
    for (let i = 0; !killed && i < 1_000; i += 1) {
      const answer = await fetch(`${url}/api/bot_users`, {
        method: 'POST',
        headers: { ...API_HEADERS, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: `bot ${writer}-${i}` }),
      }).catch(() => undefined);
      const body: unknown = await answer?.json().catch(() => undefined);
      if (answer?.status === 201) answered.push((body as { id: string }).id);
      if (answered.length > 300 && !killed) killed = child.kill('SIGKILL');
    }
  }
  await Promise.all([0, 1, 2, 3].map(write));
  if (child.signalCode === null) await once(child, 'exit');

  const after = await startService(dataDir);
  const stored = await after.account.stores.botUsers.page(10_000);
  await after.stop();
  const ids = new Set(stored.map(({ id }) => id));
  expect(answered.length).toBeGreaterThan(300);
  expect(answered.filter((id) => !ids.has(id))).toEqual([]);
}, 20_000);

it('lets one process have a data directory, and another key be made beside it', async () => {
  const dataDir = temporaryDirectory();
  const server = run(dataDir);
  const lines = await announced(server);
  const file = join(dataDir, 'first-api-key');
  expect(lines).toEqual([
    expect.stringMatching(/^Gatehouse is ready at http:\/\/127\.0\.0\.1:\d+$/),
    `API key:  in the file ${file}  (npm run key makes another one)`,
    `Data:     ${dataDir}`,
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await status(urlIn(lines), readFileSync(file, 'utf8').trim())).toBe(200);

  const refused = await outcome(run(dataDir));
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^The data directory \S+ is in use by another Gatehouse: .*\n$/);

  const made = await outcome(run(dataDir, {}, ['key', 'second']));
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(await status(urlIn(lines), made.stdout.trim())).toBe(200);

  server.kill('SIGTERM');
  expect(await outcome(server)).toMatchObject({ code: 0, stderr: '' });
  const again = run(dataDir);
  expect((await announced(again))[1]).toBe('API key:  as before  (npm run key makes another one)');
  again.kill('SIGTERM');
  await once(again, 'exit');
});

it('makes no first key as long as nobody can be told about it', async () => {
  const dataDir = temporaryDirectory();
  const busy = await startService(temporaryDirectory());
  const refused = await outcome(run(dataDir, { PORT: new URL(busy.url).port }));
  await busy.stop();
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^The port is in use by another program: .*PORT.*\n$/);

  const child = run(dataDir);
  expect((await announced(child))[1]).toContain('in the file');
  child.kill('SIGKILL');
});

it('says in one sentence what is wrong with a setting or the data directory', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, 'no directory');
  const damaged = temporaryDirectory();
  writeFileSync(join(damaged, 'gatehouse.sqlite'), 'no database '.repeat(100));

  const cases: [string, Record<string, string>, RegExp][] = [
    [file, {}, /^Cannot write to the data directory .*not a directory.*DATA_DIR/],
    ['/proc/none/data', {}, /^Cannot write to the data directory .*DATA_DIR/],
    [damaged, {}, /^Cannot open the database in .*DATA_DIR/],
    [temporaryDirectory(), { PORT: 'http' }, /^The setting PORT must be a whole number/],
    [temporaryDirectory(), { HOST: '192.0.2.1' }, /^Cannot listen there .*HOST/],
  ];
  const outcomes = await Promise.all(cases.map(([dir, settings]) => outcome(run(dir, settings))));
  for (const [index, { code, stdout, stderr }] of outcomes.entries()) {
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(cases[index]?.[2] ?? '');
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  }
});
