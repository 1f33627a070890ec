import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
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

afterAll(() => {
  endAll();
  removeDirectories();
});

it('lets one process have a data directory, and keeps the first key in a file of its owner', async () => {
  const data = { DATA_DIR: temporaryDirectory() };
  const server = run(data);
  const file = join(data.DATA_DIR, 'first-api-key');
  expect(await announced(server)).toEqual([
    expect.stringMatching(/^Gatehouse is ready at http:\/\/127\.0\.0\.1:\d+$/),
    `API key:  in the file ${file}  (key create LABEL makes another one)`,
    `Data:     ${data.DATA_DIR}`,
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const key = readFileSync(file, 'utf8').trim();
  expect((await ask(await urlOf(server), 'GET', '/bot_users', undefined, key)).status).toBe(200);

  for (const args of [[], ['restore', file], ['demo']]) {
    const refused = await command(data, ...args);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^The data directory \S+ is in use by another Gatehouse: .*\n$/);
  }
  await end(server, 'SIGTERM');
  const again = run(data);
  expect((await announced(again))[1]).toBe(
    'API key:  as before  (key create LABEL makes another one)',
  );
  await end(again, 'SIGTERM');
});

it('says in one sentence what is wrong with the data directory', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, 'no directory');
  const damaged = temporaryDirectory();
  writeFileSync(join(damaged, 'gatehouse.sqlite'), 'no database '.repeat(100));
  const cases: [string, RegExp][] = [
    [file, /^Cannot write to the data directory .*not a directory.*DATA_DIR/],
    ['/proc/none/data', /^Cannot write to the data directory .*DATA_DIR/],
    [damaged, /^Cannot open the database in .*DATA_DIR/],
  ];
  for (const [DATA_DIR, sentence] of cases) {
    const { code, stdout, stderr } = await command({ DATA_DIR });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  }
});

it('says that the disk is full when it cannot open the data for that', async () => {
  const server = run({ DATA_DIR: temporaryDirectory() }, [], { limits: 'ulimit -f 8' });
  const { code, stderr } = await outcome(server);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^Cannot open the database in .*: see that the disk has room .*\n$/),
  ]);
});

it('answers 503 when the disk takes no more, loses nothing, and goes on when there is room', async () => {
  const data = { DATA_DIR: temporaryDirectory(), FIRST_API_KEY: API_KEY };
  // Blocks of 512 bytes that one file may have: to a writer a limit is what a full disk is.
  const server = run(data, [], { limits: 'ulimit -f 600' });
  const url = await urlOf(server);
  const answered: string[] = [];
  let refused: Awaited<ReturnType<typeof ask>> | undefined;
  for (let i = 0; refused === undefined && i < 2_000; i += 1) {
    const answer = await ask(url, 'POST', '/bot_users', { name: `bot ${i} ${'x'.repeat(200)}` });
    if (answer.status === 201) answered.push(answer.json.id);
    else refused = answer;
  }
  expect(refused).toMatchObject({ status: 503, json: { error_code: 'STORAGE_UNAVAILABLE' } });
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await ask(url, 'GET', '/bot_users')).status).toBe(200);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  // A row more did not fit; this goes on until not even a changed one does.
  const change = async (active: boolean) =>
    (await ask(url, 'PATCH', `/bot_users/${answered[0]}`, { active })).status;
  for (let i = 0; i < 200 && (await change(i % 2 === 0)) === 200; i += 1);
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([503, 'not ready\n']);
  expect(said(server).stderr).not.toContain(API_KEY);
  await end(server, 'SIGTERM');
  expect(server.exitCode).toBe(0);

  const again = run(data);
  const url2 = await urlOf(again);
  for (const id of answered) expect((await ask(url2, 'GET', `/bot_users/${id}`)).status).toBe(200);
  expect((await ask(url2, 'POST', '/bot_users', { name: 'room again' })).status).toBe(201);
  expect((await fetch(`${url2}/readyz`)).status).toBe(200);
  await end(again, 'SIGTERM');
}, 30_000);

it('refuses a backup that is not whole, or of a newer version, and changes nothing', async () => {
  const folder = temporaryDirectory();
  const good = join(folder, 'good');
  const data = { DATA_DIR: temporaryDirectory() };
  await outcome(run({ ...data, DEMO: 'on' }, ['demo', '--bot-users', '3']));
  expect((await command(data, 'backup', good)).code).toBe(0);
  expect(statSync(good).mode & 0o777).toBe(0o600);
  const lines = readFileSync(good, 'utf8').trimEnd().split('\n');
  const cases: [string, string[], RegExp][] = [
    ['cut', lines.slice(0, -1), /it is incomplete/],
    [
      'changed',
      lines.map((line) => line.replace('ci-deployer', 'cx-deployer')),
      /it is incomplete/,
    ],
    ['newer', ['{"gatehouse_backup":1,"data_version":99}', ...lines.slice(1)], /a newer Gatehouse/],
    ['other', ['hello'], /it is no backup of Gatehouse/],
  ];
  const DATA_DIR = temporaryDirectory();
  for (const [name, content, reason] of cases) {
    const file = join(folder, name);
    writeFileSync(file, `${content.join('\n')}\n`);
    expect((await command({ DATA_DIR }, 'restore', file)).stderr).toMatch(reason);
  }
  expect((await command({ DATA_DIR }, 'restore', good)).code).toBe(0);
}, 20_000);
