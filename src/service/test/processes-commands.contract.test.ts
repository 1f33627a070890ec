import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  API_KEY,
  freshData,
  removeDirectories,
  sharedRoutes,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';
import {
  ask,
  command,
  end,
  endAll,
  run,
  urlOf,
} from '#service/test/service-process.test.helper.ts';

afterAll(() => {
  endAll();
  removeDirectories();
});

it('makes, lists and revokes keys while it runs; one for reading only changes nothing', async () => {
  const data = await freshData();
  const server = run({ ...data, FIRST_API_KEY: API_KEY });
  const url = await urlOf(server);
  const full = await command(data, 'key', 'create', 'deploy script');
  const unused = await command(data, 'key', 'create', 'unused');
  const reading = await command(data, 'key', 'create', 'report', '--read-only');
  const keyOf = ({ stdout }: { stdout: string }) => stdout.trim().split('\n').at(-1) ?? '';
  expect([full.code, full.stderr]).toEqual([0, '']);
  expect(keyOf(full)).toMatch(/^ghk_\w{33}$/);

  expect((await ask(url, 'POST', '/bot_users', { name: 'a' }, keyOf(full))).status).toBe(201);
  expect((await ask(url, 'GET', '/bot_users', undefined, keyOf(reading))).status).toBe(200);
  const refused = await ask(url, 'POST', '/bot_users', { name: 'b' }, keyOf(reading));
  expect(refused).toMatchObject({ status: 403, json: { error_code: 'KEY_READ_ONLY' } });

  const { stdout } = await command(data, 'key', 'list');
  expect(stdout).toMatch(/^Id +Created +Access +State +Label\n/);
  expect(stdout).toMatch(/read-write  accepted  deploy script\n/);
  expect(stdout).not.toContain(keyOf(full));
  const id = /^(key_\w+).*unused$/m.exec(stdout)?.[1] ?? '';
  expect(await command(data, 'key', 'revoke', id)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^API key "unused" is revoked since 20/),
  });
  // One that the server has seen is trusted for a while, see api-keys.test.ts.
  expect((await ask(url, 'GET', '/bot_users', undefined, keyOf(unused))).status).toBe(401);
  expect((await command(data, 'key', 'list')).stdout).toMatch(/revoked 20\S+Z  unused\n/);
  expect(await command(data, 'key', 'revoke', 'key_none')).toMatchObject({
    code: 1,
    stderr: 'There is no API key key_none: key list shows all.\n',
  });
  await end(server, 'SIGTERM');
}, 20_000);

it('imports routes and policies while it runs, all of a file or nothing', async () => {
  const data = await freshData();
  const folder = temporaryDirectory();
  const file = (content: unknown) => {
    const path = join(folder, 'import.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const server = run({ ...data, FIRST_API_KEY: API_KEY });
  const url = await urlOf(server);
  const routes = [
    { label: 'eu', edge_id: 'edghts_1', id: 'edghtsrt_1' },
    { label: '', edge_id: 'edghts_1', id: 'edghtsrt_2', pinned: true },
  ];
  const imported = await command(data, 'routes', 'import', file({ service_host: 'x', routes }));
  expect(imported).toMatchObject({ code: 0, stdout: 'route: 2 added, 0 changed, 0 as before.\n' });
  routes[0] = { label: 'europe', edge_id: 'edghts_1', id: 'edghtsrt_1' };
  const again = await command(data, 'routes', 'import', file(routes));
  expect(again.stdout).toBe('route: 0 added, 1 changed, 1 as before.\n');
  const policies = [{ id: 'ipp_1', description: 'Head office' }, { id: 'ipp_2' }];
  const added = await command(data, 'policies', 'import', file(policies));
  expect(added.stdout).toBe('IP policy: 2 added, 0 changed, 0 as before.\n');

  const path = '/edges/https/edghts_1/routes/edghtsrt_1/ip_restriction';
  expect((await ask(url, 'PUT', path, { ip_policy_ids: ['ipp_2'] })).status).toBe(200);
  expect(await sharedRoutes(url)).toMatchObject([{ label: 'edghtsrt_2' }, { label: 'europe' }]);

  const refusals: [string, unknown, RegExp][] = [
    ['routes', 'no json', /^The file is not JSON\. Nothing was imported\.$/],
    ['routes', {}, /^The file holds no list: /],
    ['routes', [{ label: 'x', id: 'r' }], /^Entry 1 of routes is not usable: edge_id is missing/],
    ['routes', [{ label: 'x', edge_id: '..', id: 'r' }], /^"\.\." cannot be an id: /],
    [
      'routes',
      [{ label: 'x', edge_id: 'other', id: 'edghtsrt_1' }],
      /on the edge edghts_1 already/,
    ],
    ['policies', [{ id: 'a' }, { id: 'a', description: 'b' }], /^The IP policy a is there twice/],
  ];
  for (const [kind, content, sentence] of refusals) {
    const { code, stderr } = await command(data, kind, 'import', file(content));
    expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(sentence)]);
  }
  await end(server, 'SIGTERM');
}, 20_000);

it('backs up while it runs, and restores the same into an empty place only', async () => {
  const data = { ...(await freshData()), FIRST_API_KEY: API_KEY, DEMO: 'on' };
  const file = join(temporaryDirectory(), 'backup.jsonl');
  const server = run(data);
  const url = await urlOf(server);
  const written = await command(data, 'backup', file);
  expect(written).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Wrote \d+ rows to /) });
  expect((await command(data, 'backup', file)).stderr).toMatch(/exists: name a new file\.\n$/);
  const names = async (at: string) =>
    (await ask(at, 'GET', '/bot_users')).json.bot_users.map(({ name }: { name: string }) => name);
  const before = await names(url);
  await end(server, 'SIGTERM');

  expect((await command(data, 'restore', file)).stderr).toMatch(/^There is data already: restore/);
  const empty = { ...(await freshData()) };
  const restored = await command(empty, 'restore', file);
  expect(restored).toMatchObject({
    code: 0,
    stdout: written.stdout.replace('Wrote', 'Restored').replace(' to ', ' from '),
  });
  const again = run(empty); // without the setting: the key is in the backup
  expect(await names(await urlOf(again))).toEqual(before);
  await end(again, 'SIGTERM');
}, 20_000);

it('makes no key that was not asked for by name', async () => {
  const data = await freshData();
  const cases: [string[], RegExp][] = [
    [['key', 'lst'], /^error: unknown command 'lst'/],
    [['key', 'create', ' '], /^The label must be a text of one line/],
    [['key', 'create', 'two\nlines'], /^The label must be a text of one line/],
  ];
  for (const [args, sentence] of cases)
    expect(await command(data, ...args)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    });
});

it('makes no data where it only reads, and does not pass for having read some', async () => {
  const data = await freshData();
  const file = join(temporaryDirectory(), 'backup');
  const DATA_DIR = join(temporaryDirectory(), 'mistyped');
  const nowhere = 'DATABASE_URL' in data ? data : { DATA_DIR };
  for (const args of [
    ['backup', file],
    ['key', 'list'],
    ['key', 'revoke', 'key_1'],
  ])
    expect(await command(nowhere, ...args)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no data there: check DATA_DIR or DATABASE_URL.\n',
    });
  expect([existsSync(DATA_DIR), existsSync(file), existsSync(`${file}.partial`)]).toEqual([
    false,
    false,
    false,
  ]);
});
