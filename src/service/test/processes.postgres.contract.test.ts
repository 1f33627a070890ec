import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freshDatabase } from '#service/test/postgres.test.helper.ts';
import {
  API_KEY,
  removeDirectories,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';
import {
  announced,
  ask,
  command,
  end,
  endAll,
  outcome,
  run,
  said,
  urlOf,
} from '#service/test/service-process.test.helper.ts';
import { startPostgres } from '../../../.scripts/postgres.mjs';

afterAll(() => {
  endAll();
  removeDirectories();
});

it('lets many instances begin on one empty database at once and agree', async () => {
  const data = { DATABASE_URL: await freshDatabase(), FIRST_API_KEY: API_KEY, DEMO: 'on' };
  const servers = Array.from({ length: 4 }, () => run(data));
  const urls = await Promise.all(servers.map(urlOf));
  const [first = '', second = ''] = urls;
  const created = await ask(first, 'POST', '/bot_users', { name: 'seen by all' });
  for (const url of urls) {
    const { json } = await ask(url, 'GET', '/bot_users?limit=1');
    expect(json.bot_users[0].id).toBe(created.json.id);
  }
  const taken = await Promise.all(
    urls.map((url) => ask(url, 'POST', '/bot_users', { name: 'once' })),
  );
  expect(taken.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(taken.filter(({ status }) => status === 409)).toHaveLength(3);
  const path = `/bot_users/${created.json.id}`;
  await ask(second, 'PATCH', path, { active: false });
  expect((await ask(first, 'GET', path)).json.active).toBe(false);

  const ids: string[] = [];
  for (let query = ''; ;) {
    const { json } = await ask(urls[ids.length % urls.length] ?? '', 'GET', `/bot_users${query}`);
    ids.push(...json.bot_users.map(({ id }: { id: string }) => id));
    if (json.next_page_uri === null) break;
    query = new URL(json.next_page_uri).search;
  }
  expect(ids).toHaveLength(252);
  expect(ids).toEqual(ids.toSorted().toReversed());
  await Promise.all(servers.map((server) => end(server, 'SIGTERM')));
}, 20_000);

it('shares the budget of a key among instances', async () => {
  const data = { DATABASE_URL: await freshDatabase(), FIRST_API_KEY: API_KEY, RATE_LIMIT: '10' };
  const servers = [run(data), run(data)];
  const urls = await Promise.all(servers.map(urlOf));
  const answers = [];
  for (let i = 0; i < 12; i += 1) answers.push(await ask(urls[i % 2] ?? '', 'GET', '/bot_users'));
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
  expect(answers.slice(0, 3).map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual([
    '9',
    '8',
    '7',
  ]);
  await Promise.all(servers.map((server) => end(server, 'SIGTERM')));
});

it('answers 503 while the database is away, and goes on by itself when it is back', async () => {
  const postgres = await startPostgres();
  if (postgres === undefined)
    throw new Error('There is a server for this project, but none to start');
  const DATABASE_URL = await postgres.createDatabase();
  const server = run({ DATABASE_URL, FIRST_API_KEY: API_KEY });
  const url = await urlOf(server);
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => ask(url, 'POST', '/bot_users', { name: `bot ${i}` })),
  );

  await postgres.pause();
  const before = performance.now();
  const [read, write] = await Promise.all([
    ask(url, 'GET', '/bot_users'),
    ask(url, 'POST', '/bot_users', { name: 'lost' }),
  ]);
  expect(performance.now() - before).toBeLessThan(5_000);
  for (const answer of [read, write]) {
    expect(answer).toMatchObject({ status: 503, json: { error_code: 'STORAGE_UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);

  await postgres.resume();
  const status = async () => (await ask(url, 'GET', '/bot_users')).status;
  await expect.poll(status, { timeout: 10_000 }).toBe(200);
  expect((await ask(url, 'POST', '/bot_users', { name: 'after' })).status).toBe(201);
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  await expect.poll(ready, { timeout: 5_000 }).toBe(200);
  expect((await ask(url, 'GET', '/bot_users')).json.bot_users).toHaveLength(21);
  await end(server, 'SIGTERM');
  expect(said(server).stderr).not.toContain(new URL(DATABASE_URL).password);
  await postgres.stop();
}, 40_000);

it('says in one sentence that the database cannot be reached, without its password', async () => {
  const { code, stderr } = await command({
    DATABASE_URL: 'postgres://me:hidden@127.0.0.1:9/gatehouse',
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^Cannot open the PostgreSQL database \(.*ECONNREFUSED.*\): check DATABASE_URL .*\n$/,
  );
  expect(stderr).not.toContain('hidden');
});

it('makes no first key without a terminal, and says how to get one', async () => {
  const server = run({ DATABASE_URL: await freshDatabase() });
  expect((await announced(server)).slice(1)).toEqual([
    'API key:  none yet: key create LABEL makes one',
    expect.stringMatching(/^Data: {5}PostgreSQL at 127\.0\.0\.1:\d+$/),
  ]);
  await end(server, 'SIGTERM');
});

it('takes over what a data directory held', async () => {
  const directory = { DATA_DIR: temporaryDirectory() };
  const database = { DATABASE_URL: await freshDatabase() };
  const file = join(temporaryDirectory(), 'backup');
  expect((await outcome(run(directory, ['demo', '--bot-users', '1200']))).code).toBe(0);
  const key = (await command(directory, 'key', 'create', 'moved')).stdout.trim().split('\n').at(-1);
  await command(directory, 'backup', file);
  expect((await command(database, 'restore', file)).code).toBe(0);
  const back = join(temporaryDirectory(), 'back');
  expect((await command(database, 'backup', back)).code).toBe(0);
  expect(readFileSync(back, 'utf8')).toBe(readFileSync(file, 'utf8'));

  const server = run(database);
  expect((await ask(await urlOf(server), 'GET', '/bot_users', undefined, key)).status).toBe(200);
  await end(server, 'SIGTERM');
}, 20_000);
