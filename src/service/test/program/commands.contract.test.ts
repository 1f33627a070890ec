import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { storage } from '#service/test/postgres.test.helper.ts';
import { command, setEnvironment } from '#service/test/program.test.helper.ts';
import { runCommandLine } from '#service/command-line.ts';
import type { Settings, SettingTexts } from '#service/settings.ts';
import {
  freshData,
  modulePath,
  ownService,
  sharedRoutes,
  startService,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';
import { version } from '../../../../package.json';

/** What a command calls it. */
const placeOf = ({ DATA_DIR, DATABASE_URL }: SettingTexts) =>
  DATA_DIR ?? `PostgreSQL at ${new URL(DATABASE_URL ?? '').host}`;

it('makes, lists and revokes keys while it runs; one for reading only changes nothing', async () => {
  const data = await freshData();
  const service = await ownService(data);
  const full = await command(data, 'key', 'create', 'deploy script');
  const createLost = () => command(data, 'key', 'create', 'lost');
  const lost = await createLost();
  const made = `API key "lost" for the data in ${placeOf(data)}, shown this once:\nghk_`;
  expect(lost.stdout).toMatch(made);
  const reading = await command(data, 'key', 'create', 'report', '--read-only');
  const keyOf = ({ stdout }: { stdout: string }) => stdout.trim().split('\n').at(-1) ?? '';
  const ask = (key: string, method: string, body?: unknown) =>
    service.api(method, '/bot_users', { body, headers: { Authorization: `Bearer ${key}` } });
  expect([full.code, full.stderr]).toEqual([0, '']);
  expect(keyOf(full)).toMatch(/^ghk_\w{33}$/);

  expect((await ask(keyOf(full), 'POST', { name: 'a' })).status).toBe(201);
  expect((await ask(keyOf(reading), 'GET')).status).toBe(200);
  const refused = await ask(keyOf(reading), 'POST', { name: 'b' });
  expect(refused).toMatchObject({ status: 403, json: { error_code: 'KEY_READ_ONLY' } });

  expect((await ask(keyOf(lost), 'GET')).status).toBe(200);

  const { stdout } = await command(data, 'key', 'list');
  expect(stdout).toMatch(/^Id +Created +Access +State +Label\n/);
  expect(stdout).toMatch(/read-write  accepted  deploy script\n/);
  expect(stdout).not.toContain(keyOf(full));
  const id = /^(key_\w+).*lost$/m.exec(stdout)?.[1] ?? '';
  const namesake = await createLost();
  expect(namesake.stdout).toMatch(`Another accepted key has this label: ${id}.\n${made}`);
  expect(await command(data, 'key', 'revoke', id)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^API key "lost" is revoked since 20/),
  });
  // On PostgreSQL a key is trusted for a second after it was looked up.
  if (storage === 'postgres') await sleep(1_000);
  expect((await ask(keyOf(lost), 'GET')).status).toBe(401);
  expect((await createLost()).stdout).not.toContain(id);
  expect((await command(data, 'key', 'list')).stdout).toMatch(/revoked 20\S+Z  lost\n/);
  expect(await command(data, 'key', 'revoke', 'key_none')).toMatchObject({
    code: 1,
    stderr: 'There is no API key key_none: key list shows all.\n',
  });
});

it('imports and removes routes and policies while it runs, all that are named or none', async () => {
  const data = await freshData();
  const service = await ownService(data);
  const place = placeOf(data);
  const file = join(temporaryDirectory(), 'import.json');
  const load = (kind: string, content: unknown) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return command(data, kind, 'import', file);
  };
  const one = { label: 'eu', edge_id: 'edghts_1', id: 'edghtsrt_1' };
  const routes = [one, { label: '', edge_id: 'edghts_2', id: 'edghtsrt_2', pinned: true }];
  expect(await load('routes', { service_host: 'x', routes })).toMatchObject({
    code: 0,
    stdout: `Routes in ${place}: 2 added, 0 changed, 0 as before.\n`,
  });
  const again = await load('routes', [{ ...one, label: 'europe' }, routes[1]]);
  expect(again.stdout).toBe(`Routes in ${place}: 0 added, 1 changed, 1 as before.\n`);
  const sameLabel = await load('routes', [{ ...routes[1], label: 'europe' }]);
  expect(sameLabel.stdout.split('\n')[1]).toBe(
    '2 routes have the label "europe": edghtsrt_1, edghtsrt_2.',
  );
  const policies = [{ id: 'ipp_1', description: 'Head office' }, { id: 'ipp_2' }];
  const added = await load('policies', { ip_policies: policies });
  expect(added.stdout).toBe(`IP policies in ${place}: 2 added, 0 changed, 0 as before.\n`);

  const [path = '', other = ''] = routes.map(modulePath);
  const put = (to: string, ip_policy_ids: string[]) =>
    service.api('PUT', to, { body: { ip_policy_ids } });
  expect((await put(path, ['ipp_2'])).status).toBe(200);
  expect(await sharedRoutes(service.url)).toMatchObject([{ label: 'europe' }, { label: 'europe' }]);

  const remove = (kind: string, ...ids: string[]) => command(data, kind, 'remove', ...ids);
  for (const [refused, sentence] of [
    [await load('routes', 'no json'), /^The file is not JSON\. Nothing was imported\.\n$/],
    [await load('routes', [{ ...one, edge_id: 'other' }]), /on the edge edghts_1 already/],
    [
      await remove('routes', 'edghtsrt_1', 'r_none'),
      /^There is no route r_none\. Nothing was removed\.\n$/,
    ],
    [
      await remove('policies', 'ipp_1', 'ipp_3'),
      /^There is no IP policy ipp_3\. Nothing was removed\.\n$/,
    ],
    [
      await remove('policies', 'ipp_1', 'ipp_2'),
      /^The IP policy ipp_2 is used by the routes edghtsrt_1 \(europe\): take it out there first\. Nothing was removed\.\n$/,
    ],
  ] as const)
    expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });
  expect((await service.api('GET', path)).status).toBe(200);

  expect(await remove('routes', 'edghtsrt_1')).toMatchObject({
    code: 0,
    stdout: `Removed from ${place}: edghtsrt_1.\n`,
  });
  expect((await put(path, [])).json.error_code).toBe('EDGE_NOT_FOUND');
  expect((await remove('policies', 'ipp_1', 'ipp_2')).code).toBe(0);
  expect((await put(other, ['ipp_2'])).json.error_code).toBe('UNKNOWN_IP_POLICY');
});

it('backs up while it runs, and restores the same into an empty place of either kind', async () => {
  const directory = { DATA_DIR: temporaryDirectory() };
  const folder = temporaryDirectory();
  const at = (name: string) => join(folder, name);
  const [first, file, again] = [at('first'), at('file'), at('again')];
  expect((await command(directory, 'demo', '--bot-users', '1200')).code).toBe(0);
  await command(directory, 'key', 'create', 'moved');
  await command(directory, 'backup', first);
  const data = await freshData();
  const { stdout } = await command(data, 'restore', first);
  const [rows] = /\d+/.exec(stdout) ?? [];
  expect(stdout).toBe(`Restored ${rows} rows from ${first} into ${placeOf(data)}.\n`);

  const service = await startService(data);
  const written = await command(data, 'backup', file);
  // The key of the start, and its entry in the history.
  expect(written.stdout).toBe(`Wrote ${Number(rows) + 2} rows of ${placeOf(data)} to ${file}.\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await command(data, 'backup', file)).stderr).toMatch(/exists: name a new file\.\n$/);
  await service.stop();
  const refused = await command(data, 'restore', file);
  expect(refused.stderr).toMatch(/^There is data already: restore/);

  const empty = await freshData();
  expect((await command(empty, 'restore', file)).code).toBe(0);
  expect((await command(empty, 'backup', again)).code).toBe(0);
  expect(readFileSync(again, 'utf8')).toBe(readFileSync(file, 'utf8'));
  // Without the setting: the key is in the backup.
  const restored = await ownService({ ...empty, FIRST_API_KEY: '' });
  expect((await restored.api('GET', '/bot_users')).json.bot_users).toHaveLength(100);
});

it('makes no data but where that is asked for, and does not pass for having read some', async () => {
  const data = await freshData();
  const file = join(temporaryDirectory(), 'backup');
  const routes = join(temporaryDirectory(), 'routes');
  writeFileSync(routes, '[]');
  const DATA_DIR = join(temporaryDirectory(), 'mistyped');
  const nowhere = 'DATABASE_URL' in data ? data : { DATA_DIR };
  for (const args of [
    ['backup', file],
    ['key', 'create', 'ops'],
    ['key', 'list'],
    ['key', 'revoke', 'key_1'],
    ['routes', 'import', routes],
    ['policies', 'import', routes],
  ])
    expect(await command(nowhere, ...args)).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no data in ${placeOf(nowhere)}: check DATA_DIR and DATABASE_URL, or start the service once.\n`,
    });
  const made = [DATA_DIR, file, `${file}.partial`].filter((path) => existsSync(path));
  expect(made).toEqual([]);
});

it('tells of demonstration data, and removes it while it runs', async () => {
  const data = await freshData();
  const service = await ownService(data, { demo: true });
  const isDemonstration = async () =>
    ((await (await fetch(`${service.url}/config.json`)).json()) as { demonstration: boolean })
      .demonstration;
  expect(await isDemonstration()).toBe(true);
  expect(service.announced[2]).toBe(
    `Data:     ${placeOf(data)}  (demonstration data; demo --clear removes it)`,
  );
  expect(await command(data, 'demo', '--clear')).toEqual({
    code: 0,
    stdout: `Removed the demonstration data from ${placeOf(data)}.\n`,
    stderr: '',
  });
  await expect.poll(isDemonstration).toBe(false);
  expect((await service.api('GET', '/bot_users')).json.bot_users).toEqual([]);
  expect(await command(data, 'demo', '--clear')).toMatchObject({
    code: 1,
    stderr: `There is no demonstration data in ${placeOf(data)}.\n`,
  });
});

it('keeps the newest backups of its own naming, and touches no other file', async () => {
  const data = await freshData();
  await (await startService(data)).stop();
  const directory = temporaryDirectory();
  const others = ['gatehouse.jsonl', 'gatehouse-2020-01-01T00-00-00Z.jsonl.partial', 'notes'];
  const old = (year: number) => `gatehouse-${year}-01-01T00-00-00Z.jsonl`;
  for (const name of [...others, old(2020), old(2021), old(2022)])
    writeFileSync(join(directory, name), '');
  const failed = await command(data, 'backup', '--keep', '2', join(directory, 'none'));
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Cannot write the backup /),
  });
  expect(readdirSync(directory)).toHaveLength(6);

  const { code, stdout } = await command(data, 'backup', '--keep', '2', directory);
  const made = /\S+\/(gatehouse-20\d\d-\d\d-\d\dT\d\d-\d\d-\d\dZ\.jsonl)\.$/m.exec(stdout)?.[1];
  expect(code).toBe(0);
  expect(new Set(readdirSync(directory))).toEqual(new Set([...others, old(2022), made]));
  expect((await command(data, 'backup', '--keep', '0', directory)).stderr).toMatch(
    /must be a whole/,
  );
});

it('takes settings from flags before the environment before a file', async () => {
  const file = join(temporaryDirectory(), 'settings');
  writeFileSync(file, 'INSTANCE_NAME=file\nIDLE_MINUTES=7\nVERSION_HEADER=From-File\n');
  let taken: Settings | undefined;
  setEnvironment({
    INSTANCE_NAME: 'environment',
    IDLE_MINUTES: '',
    VERSION_HEADER: 'From-Env',
    NO_DELETE: 'on',
  });
  const code = await runCommandLine(['--config', file, '--version-header=From-Flag'], {
    stdout: process.stdout,
    stderr: process.stderr,
    serve: async (settings) => void (taken = settings),
  });
  expect(code).toBe(0);
  expect(taken).toMatchObject({
    instanceName: 'environment',
    idleMinutes: 7,
    versionHeader: 'From-Flag',
    writeRules: { no_delete: true },
  });
});

it('says in one sentence what is wrong with a setting, and what the commands are', async () => {
  const data = await freshData();
  const cases: [string[], RegExp, Record<string, string>?][] = [
    [['--log-level', 'loud'], /^The setting LOG_LEVEL must be one of debug, info/],
    [['restore', '/none'], /^Cannot restore \/none: ENOENT/],
    [[], /^Cannot listen there .*HOST/, { HOST: '192.0.2.1' }],
    [[], /^The settings file \/none cannot be read \(ENOENT\)/, { CONFIG_FILE: '/none' }],
    [['frobnicate'], /^error: unknown command 'frobnicate'\n/],
    [['key', 'lst'], /^error: unknown command 'lst'/],
    [['key', 'create', ' '], /^The label must be a text of one line/],
    [['key', 'create', 'two\nlines'], /^The label must be a text of one line/],
    [['key', 'list', "--first-api-keyy=hid='den"], /^error: unknown option '--first-api-keyy'\n/],
    [
      ['--port', '0', 'restroe', 'x'],
      /^error: unknown command 'restroe'\n\(Did you mean restore\?\)\n/,
    ],
    [['key', 'list'], /^UPSTREAM_URL is set: keys /, { UPSTREAM_URL: 'ngrok', DATABASE_URL: '' }],
  ];
  for (const [args, sentence, settings] of cases) {
    const { code, stdout, stderr } = await command({ ...data, ...settings }, ...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
  }
  expect((await command(data, '--version')).stdout).toBe(`${version}\n`);
  const help = await command(data, '--help');
  expect(help).toMatchObject({ code: 0, stderr: '' });
});

const unusable: Record<typeof storage, () => [Record<string, string>, RegExp][]> = {
  sqlite() {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, 'no directory');
    const damaged = temporaryDirectory();
    writeFileSync(join(damaged, 'gatehouse.sqlite'), 'no database '.repeat(100));
    return [
      [{ DATA_DIR: file }, /^Cannot write to the data directory .*not a directory.*DATA_DIR/],
      [{ DATA_DIR: '/proc/none/data' }, /^Cannot write to the data directory .*DATA_DIR/],
      [{ DATA_DIR: damaged }, /^Cannot open the database in .*DATA_DIR/],
    ];
  },
  postgres: () => [
    [
      { DATABASE_URL: 'postgres://me:hidden@127.0.0.1:9/gatehouse' },
      /^Cannot open the PostgreSQL database \(.*ECONNREFUSED.*\): check DATABASE_URL /,
    ],
  ],
};

it('says in one sentence why it cannot open the data, without a password', async () => {
  for (const [data, sentence] of unusable[storage]()) {
    const { code, stdout, stderr } = await command(data);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(/^.*\n$/);
    expect(stderr).not.toContain('hidden');
  }
});
