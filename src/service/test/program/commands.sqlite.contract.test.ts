import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import type { Settings } from '#service/settings.ts';
import { command, commandAt, createKey, refusal } from '#service/test/program.test.helper.ts';
import {
  fileOf,
  modulePath,
  ownService,
  readAnswer,
  startService,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';
import { version } from '../../../../package.json';

it('makes, lists and revokes keys while it runs; one for reading only changes nothing', async () => {
  const { data, api } = await ownService();
  const createLost = () => command(data, 'key', 'create', 'lost');
  const made = `API key "lost" for the data in ${data.DATA_DIR}, shown this once:\n`;
  const { code, stdout: said, stderr } = await createLost();
  const lost = said.replace(made, '').trim();
  expect([code, lost, stderr]).toEqual([0, expect.stringMatching(/^ghk_\w{33}$/), '']);
  const reading = await createKey(data, 'report', '--read-only');
  const ask = (key: string, method: string, body?: unknown) =>
    api(method, '/bot_users', { body, headers: { Authorization: `Bearer ${key}` } });
  expect(outcome(await ask(lost, 'POST', { name: 'a' }))).toBe('201');
  expect(outcome(await ask(reading, 'POST', { name: 'b' }))).toBe('403 KEY_READ_ONLY');

  const { stdout } = await command(data, 'key', 'list');
  expect(stdout).toMatch(/^Id +Created +Access +State +Label\n/);
  expect(stdout).toMatch(/read-write  accepted  lost\n/);
  expect(stdout).not.toContain(lost);
  const id = /^(key_\w+).*lost$/m.exec(stdout)?.[1] ?? '';
  const namesake = await createLost();
  expect(namesake.stdout).toMatch(`Another accepted key has this label: ${id}.\n${made}`);
  const revoked = await command(data, 'key', 'revoke', id);
  expect(revoked.stdout).toMatch(/^API key "lost" is revoked since 20/);
  expect((await ask(lost, 'GET')).status).toBe(401);
  expect((await createLost()).stdout).not.toContain(id);
  expect((await command(data, 'key', 'list')).stdout).toMatch(/revoked 20\S+Z  lost\n/);
  const unknown = await command(data, 'key', 'revoke', 'key_none');
  expect(unknown).toEqual(refusal(/^There is no API key key_none: key list shows all\./));
  for (const since of ['5', '2026-13-01', '2026-02-31', '2026-01-31 10:00'])
    expect((await command(data, 'history', '--since', since)).stderr).toMatch('must be a day such');
});

it('says of a first key that was revoked that it is', async () => {
  const { data, stop } = await startService();
  await stop();
  const [id = ''] = /^key_\w+/m.exec((await command(data, 'key', 'list')).stdout) ?? [];
  await command(data, 'key', 'revoke', id);
  const { announced } = await ownService(data);
  expect(announced[1]).toMatch(/^API key: {2}the one in FIRST_API_KEY is revoked {2}\(create /);
});

it('imports and removes routes and policies while it runs, all that are named or none', async () => {
  const { data, api } = await ownService();
  const place = data.DATA_DIR;
  const load = (kind: string, content: unknown) => command(data, kind, 'import', fileOf(content));
  const one = { label: 'eu', edge_id: 'edge_1', id: 'route_1' };
  const routes = [one, { label: '', edge_id: 'edge_2', id: 'route_2', pinned: true }];
  const loaded = await load('routes', { service_host: 'x', routes });
  expect(loaded.stdout).toBe(`Routes in ${place}: 2 added, 0 changed, 0 as before.\n`);
  const again = await load('routes', [{ ...one, label: 'europe' }, routes[1]]);
  expect(again.stdout).toBe(`Routes in ${place}: 0 added, 1 changed, 1 as before.\n`);
  const policies = [{ id: 'ipp_1', description: 'Head office' }, { id: 'ipp_2' }];
  // As some editors save it.
  const added = await load('policies', `\uFEFF${JSON.stringify({ ip_policies: policies })}`);
  expect(added.stdout).toBe(`IP policies in ${place}: 2 added, 0 changed, 0 as before.\n`);

  const [path = '', other = ''] = routes.map(modulePath);
  const put = (to: string, ip_policy_ids: string[]) => api('PUT', to, { body: { ip_policy_ids } });
  expect((await put(path, ['ipp_2'])).status).toBe(200);

  const remove = (kind: string, ...ids: string[]) => command(data, kind, 'remove', ...ids);
  for (const [refused, sentence] of [
    [await load('routes', 'no json'), /^The file is not JSON\./],
    [await load('routes', [{ ...one, edge_id: 'other' }]), /on the edge edge_1 already/],
    [await remove('routes', 'route_1', 'r'), /^There is no route r\. Nothing was removed\./],
    [await remove('policies', 'ipp_1', 'p'), /^There is no IP policy p\. Nothing was removed\./],
    [
      await remove('policies', 'ipp_1', 'ipp_2'),
      /^The IP policy ipp_2 is used by the routes route_1 \(europe\): take it out there first\. Nothing was removed\./,
    ],
  ] as const)
    expect(refused).toEqual(refusal(sentence));
  expect((await api('GET', path)).status).toBe(200);

  const removed = await remove('routes', 'route_1');
  expect(removed).toMatchObject({ code: 0, stdout: `Removed from ${place}: route_1.\n` });
  expect((await put(path, [])).json.error_code).toBe('EDGE_NOT_FOUND');
  expect((await remove('policies', 'ipp_1', 'ipp_2')).code).toBe(0);
  expect((await put(other, ['ipp_2'])).json.error_code).toBe('UNKNOWN_IP_POLICY');
});

it('makes no data but where that is asked for, and does not pass for having read some', async () => {
  const file = join(temporaryDirectory(), 'backup');
  const DATA_DIR = join(temporaryDirectory(), 'mistyped');
  const none = refusal(/^There is no data in .+: check DATA_DIR .+ start the service once\./);
  expect(await command({ DATA_DIR }, 'backup', file)).toEqual(none);
  expect(await command({ DATA_DIR }, 'key', 'create', 'ops')).toEqual(none);
  const made = [DATA_DIR, file, `${file}.partial`].filter((path) => existsSync(path));
  expect(made).toEqual([]);
});

it('tells of demonstration data, and removes it while it runs', async () => {
  const { data, url, api, announced, account } = await ownService({}, { demo: true });
  const isDemonstration = async () =>
    (await readAnswer(await fetch(`${url}/config.json`))).json.demonstration;
  expect(await isDemonstration()).toBe(true);
  expect(announced[2]).toBe(
    `Data:     ${data.DATA_DIR}  (demonstration data; demo --clear removes it)`,
  );
  const route = { label: '', edge_id: 'edge', id: 'own' };
  await command(data, 'routes', 'import', fileOf([route]));
  const [used = ''] = (await account.stores.ipRestrictions.policies()).map(({ id }) => id);
  await api('PUT', modulePath(route), { body: { ip_policy_ids: [used] } });
  expect(await command(data, 'demo', '--clear')).toEqual({
    code: 0,
    stdout: `Removed the demonstration data from ${data.DATA_DIR}.\nIP policies that stay, because a module uses them: ${used}.\n`,
    stderr: '',
  });
  await expect.poll(isDemonstration).toBe(false);
  expect((await api('GET', '/bot_users')).json.bot_users).toEqual([]);
  const none = refusal(/^There is no demonstration data in .*\./);
  expect(await command(data, 'demo', '--clear')).toEqual(none);

  const other = { DATA_DIR: temporaryDirectory() };
  const added = `Added 2 bot users, 6 routes and 8 IP policies to ${other.DATA_DIR}.\n`;
  expect((await command(other, 'demo', '--bot-users', '2')).stdout).toBe(added);
  const again = refusal(
    /^There are bot users already: demonstration data needs an account without/,
  );
  expect(await command(other, 'demo')).toEqual(again);
});

it('keeps the newest backups of its own naming, and touches no other file', async () => {
  const { data, stop } = await startService();
  await stop();
  const directory = temporaryDirectory();
  const others = ['gatehouse.jsonl', 'gatehouse-2020-01-01T00-00-00Z.jsonl.partial', 'notes'];
  const old = (year: number) => `gatehouse-${year}-01-01T00-00-00Z.jsonl`;
  for (const name of [...others, old(2020), old(2021), old(2022), old(2155)])
    writeFileSync(join(directory, name), '');
  const failed = await command(data, 'backup', '--keep', '2', join(directory, 'none'));
  expect(failed).toEqual(refusal(/^Cannot write the backup /));
  expect(readdirSync(directory)).toHaveLength(7);
  const { code, stdout } = await command(data, 'backup', '--keep', '2', directory);
  const made = /\S+\/(gatehouse-20\d\d-\d\d-\d\dT\d\d-\d\d-\d\dZ\.jsonl)\.$/m.exec(stdout)?.[1];
  expect(code).toBe(0);
  expect(new Set(readdirSync(directory))).toEqual(new Set([...others, old(2022), made]));
  const blocked = temporaryDirectory();
  mkdirSync(join(blocked, old(2020)));
  const { stderr } = await command(data, 'backup', '--keep', '1', blocked);
  expect(stderr).toMatch(/^Cannot remove \S+ \(\w+\): remove it by hand\..*\n$/);
});

it('takes settings from flags before the environment before a file', async () => {
  const file = fileOf(
    'INSTANCE_NAME=file\nIDLE_MINUTES=7 # in all\nVERSION_HEADER=From-File\nPROTECTED_BOT_USERS=" #ops , b c*"\nMAX_CHANGES_PER_JOB=9\n',
  );
  const serve = vi.fn<(settings: Settings) => Promise<void>>();
  const { code } = await commandAt(
    { serve },
    { INSTANCE_NAME: 'environment', IDLE_MINUTES: '', VERSION_HEADER: 'From-Env', NO_DELETE: 'on' },
    '--config',
    file,
    '--version-header=From-Flag',
  );
  expect(code).toBe(0);
  expect(serve.mock.calls[0]?.[0]).toMatchObject({
    instanceName: 'environment',
    idleMinutes: 7,
    versionHeader: 'From-Flag',
    writeRules: { no_delete: true, changes_per_job: 9 },
    protection: { protected_bot_users: ['#ops', 'b c*'] },
  });
});

it('says in one sentence what is wrong with a setting, and what the commands are', async () => {
  const data = { DATA_DIR: temporaryDirectory() };
  const inFile = (text: string) => ({ CONFIG_FILE: fileOf(text) });
  const cases: [string[], RegExp, Record<string, string>?][] = [
    [['restore', '/none'], /^Cannot restore \/none: ENOENT/],
    [[], /^Cannot listen there .*HOST/, { HOST: '192.0.2.1' }],
    [[], /^The settings file \/none cannot be read \(ENOENT\)/, { CONFIG_FILE: '/none' }],
    [[], /^The settings file \S+ names PROT, which is no setting/, inFile('PROT=1')],
    ...['DATABASE_URL: postgres://u:secret@host/data\nPORT=0\n', 'PORT=0\nRATE_LIMIT secret'].map(
      (text): (typeof cases)[number] => [
        [],
        /^The settings file \S+ has a line that is not NAME=value: (?!.*secret)/s,
        inFile(text),
      ],
    ),
    ...['#ops-*,prod-*', 'prod-#1*'].map((value): (typeof cases)[number] => [
      [],
      /^The settings file \S+ has a # in the value of PROTECTED_BOT_USERS: put the value in quotes/,
      inFile(`# any\nPORT=0 # any\nHOST=\n# any\nPROTECTED_BOT_USERS=${value}\n`),
    ]),
    [['backup', '--keep', '0', '/none'], /It must be a whole number/],
    [['key', 'create', ' '], /^The label must be a text of one line/],
    [['key', 'create', 'two\nlines'], /^The label must be a text of one line/],
    [['key', 'list', "--first-api-keyy=hid='den"], /^error: unknown option '--first-api-keyy'\n/],
    [
      ['--port', '0', 'restroe', 'x'],
      /^error: unknown command 'restroe'\n\(Did you mean restore\?\)\n/,
    ],
    [['key', 'list'], /^UPSTREAM_URL is set: keys /, { UPSTREAM_URL: 'ngrok', DATABASE_URL: '' }],
    [['history'], /^UPSTREAM_URL is set: .* set HISTORY=on/, { UPSTREAM_URL: 'ngrok' }],
  ];
  for (const [args, sentence, settings] of cases) {
    const { code, stdout, stderr } = await command({ ...data, ...settings }, ...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
  }
  expect((await command(data, '--version')).stdout).toBe(`${version}\n`);
});

it('says in one sentence why it cannot open the data', async () => {
  const damaged = temporaryDirectory();
  writeFileSync(join(damaged, 'gatehouse.sqlite'), 'no database '.repeat(100));
  // To a writer a directory in the place of its log is what a full disk is.
  const full = temporaryDirectory();
  mkdirSync(join(full, 'gatehouse.sqlite-wal'));
  for (const [DATA_DIR, sentence] of [
    [fileOf('no directory'), /^Cannot write to the data directory .*ENOTDIR.*DATA_DIR/],
    ['/proc/none/data', /^Cannot write to the data directory .*DATA_DIR/],
    [damaged, /^Cannot open the database in .*DATA_DIR/],
    [full, /^Cannot open the database in .*: see that the disk has room /],
  ] as const)
    expect(await command({ DATA_DIR })).toEqual(refusal(sentence));
});
