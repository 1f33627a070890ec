import { Readable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLocalFetch, LOCAL_API } from '#service/commands/local-fetch.ts';
import { testAuthor } from '#service/domain/author.test.helper.ts';
import { holdsControls } from '#service/domain/text.ts';
import { readSettings } from '#service/settings.ts';
import {
  command,
  commandAt,
  createKey,
  end,
  refusal,
  start,
} from '#service/test/program.test.helper.ts';
import {
  API_HEADERS,
  API_KEY,
  fileOf,
  ownService,
  storedBotUsers,
} from '#service/test/running-service.test.helper.ts';
import { JSON_TYPE, saying, startUpstream } from '#service/test/upstream.test.helper.ts';

type Way = (...args: string[]) => ReturnType<typeof command>;

/** A service, and both ways to reach its data: in place, and by its address with a key. */
async function bothWays(settings: Parameters<typeof ownService>[1] = {}) {
  const service = await ownService({}, settings);
  const { data } = service;
  const inPlace: Way = (...args) => command(data, ...args);
  const byAddress: Way = (...args) => command({ API_KEY }, ...args, '--url', `${service.url}/api`);
  return { data, service, inPlace, byAddress };
}

const lines = (...all: string[]) => all.map((line) => `${line}\n`).join('');

it.each(['inPlace', 'byAddress'] as const)(
  'makes bot users as a file says, once, and then plans no change: %s',
  async (name) => {
    const { data, service, [name]: run } = await bothWays();
    await service.api('POST', '/bot_users', { body: { name: 'other' } });
    const file = fileOf('Name;Active\n=first;true\nsecond;false\n');
    const planned = lines(
      '+ create "=first", active',
      '+ create "second", inactive',
      'Plan: 2 to create; 1 that the file does not name stay.',
    );
    expect(await run('plan', file)).toEqual({ code: 2, stdout: planned, stderr: '' });
    expect(await run('apply', file)).toEqual({
      code: 1,
      stdout: planned,
      stderr:
        'Nothing was applied: there is no terminal to ask at. With --yes it applies without asking.\n',
    });
    expect(await storedBotUsers(service.account)).toHaveLength(1);
    const stdout = `${planned}2 of 2 changes: 2 done.\n`;
    expect(await run('apply', file, '--yes')).toEqual({ code: 0, stdout, stderr: '' });
    const unchanged = 'Plan: 2 unchanged; 1 that the file does not name stay.\n';
    for (const again of ['plan', 'apply'])
      expect(await run(again, file)).toEqual({ code: 0, stdout: unchanged, stderr: '' });
    const who = name === 'inPlace' ? 'command' : 'FIRST_API_KEY';
    const history = (await command(data, 'history')).stdout.split('\n').slice(0, 2);
    expect(history.filter((line) => line.includes(`  ${who}  bot_user `))).toHaveLength(2);
  },
);

it('ends with its exit code only when the whole plan is in the pipe', async () => {
  const { data } = await bothWays();
  const names = Array.from({ length: 5000 }, (_, at) => `${at}${'x'.repeat(200)}`);
  const file = fileOf(`name\n${names.join('\n')}\n`);
  const { code, stdout } = await start(data, undefined, ['plan', file, '--json']).outcome;
  expect([code, JSON.parse(stdout).changes.length]).toEqual([2, 5000]);
});

it('reads standard input, plans as JSON, renames, and switches', async () => {
  const { service, inPlace } = await bothWays();
  const create = async (name: string) =>
    (await service.api('POST', '/bot_users', { body: { name, active: name === 'a' } })).json;
  const [a, b] = [await create('a'), await create('b')];
  const changed = { a: { name: 'renamed', active: false }, b: { name: 'b', active: true } };
  const edited = JSON.stringify([{ id: a.id, ...changed.a }, changed.b]);
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(
    Readable.from([Buffer.from(edited.slice(0, 9)), Buffer.from(edited.slice(9))]) as never,
  );
  onTestFinished(() => void vi.restoreAllMocks());
  const { stdout } = await inPlace('plan', '-', '--json');
  const before = { a: { name: 'a', active: true }, b: { name: 'b', active: false } };
  expect(JSON.parse(stdout)).toEqual({
    target: 'bot-user',
    changes: [
      { kind: 'rename', id: a.id, name: 'a', before: before.a, after: changed.a },
      { kind: 'set-active', id: b.id, name: 'b', before: before.b, after: changed.b },
    ],
    conflicts: [],
    unchanged: 0,
  });
  expect((await inPlace('apply', fileOf(edited), '--yes')).stdout).toMatch(
    `~ rename ${a.id} "a" to "renamed", inactive\n~ set active ${b.id} "b"\n`,
  );
  expect(await storedBotUsers(service.account)).toMatchObject([changed.b, changed.a]);
});

it('deletes what the file does not name only when asked to, and never by mistake', async () => {
  const { data, service, inPlace } = await bothWays();
  for (const name of ['a', 'b', 'c', 'd'])
    await service.api('POST', '/bot_users', { body: { name } });
  const names = async () => (await storedBotUsers(service.account)).map(({ name }) => name);
  const file = fileOf('name\na\nb\n');
  const routes = fileOf([{ edge_id: 'edghts_1', id: 'edghtsrt_1', enabled: true }]);
  for (const [path, reason] of [
    [fileOf('name\n'), /^There is nothing in the file: what makes it may have failed\.\n$/],
    [routes, /^--delete-missing is for bot users, and the file is a list of routes/],
    [fileOf('name,active\na,true\nb,maybe\n'), /^Nothing is applied with --delete-missing while/],
  ] as const) {
    const refused = await inPlace('apply', path, '--delete-missing', '--yes');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(reason)]);
  }
  expect(await names()).toHaveLength(4);

  const ask = vi.fn<(question: string) => Promise<string>>();
  const apply = (answer: string) =>
    commandAt({ ask: ask.mockResolvedValue(answer) }, data, 'apply', file, '--delete-missing');
  const { code, stdout } = await apply('y');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^- delete bot_\w+ "d"\n[^]*\nNothing /);
  expect(await names()).toHaveLength(4);
  expect((await apply('2')).code).toBe(0);
  const question = 'Apply 2 changes, with deletions? Type how many are deleted (2): ';
  expect(ask.mock.calls).toEqual([[question], [question]]);
  expect(await names()).toEqual(['b', 'a']);
});

it('makes IP restrictions as a file says, and none that has changed since the plan', async () => {
  const { data, service, byAddress } = await bothWays();
  const { ipRestrictions } = service.account.stores;
  const routes = ['r1', 'r2'].map((id) => ({ edge_id: 'e', id, label: id }));
  await ipRestrictions.addRoutes(routes, testAuthor);
  const policies = ['one', 'two', 'three'].map((id) => ({ id, description: '' }));
  await ipRestrictions.addPolicies(policies, testAuthor);
  const put = (...ip_policy_ids: string[]) =>
    service.api('PUT', '/edges/https/e/routes/r1/ip_restriction', { body: { ip_policy_ids } });
  await put('one', 'two');
  const file = fileOf([
    { edge_id: 'e', id: 'r1', label: 'First', enabled: false, ip_policy_ids: ['two', 'three'] },
    { edge_id: 'e', id: 'r2', enabled: true, ip_policy_ids: [] },
    { edge_id: 'none', id: 'r3', enabled: true },
  ]);
  expect(await byAddress('plan', file)).toEqual({
    code: 1,
    stdout: lines(
      '~ replace e/r1 "First", on (one, two) to off (two, three)',
      '+ create e/r2 "r2", on (): On without a policy',
      '! Line 1, entry 3: This edge does not exist: none/r3 "r3"',
      'Plan: 1 to replace, 1 to create, 1 in conflict.',
    ),
    stderr: '1 line of the file cannot be done: correct the file. The other lines can.\n',
  });
  const ask = () => put('one').then(() => 'y');
  expect(await commandAt({ ask }, data, 'apply', file)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /\nskipped: ~ replace \S+ "First", .*\. Changed since the plan\.\n2 of 2 changes: 1 done, 1 skipped\.\n$/,
    ),
  });
  expect((await ipRestrictions.find('r1'))?.ip_policy_ids).toEqual(['one']);
  expect(await ipRestrictions.find('r2')).toEqual({ enabled: true, ip_policy_ids: [] });
});

it.each([
  ['csv', 'inPlace', /^edge_id,id,label,enabled,ip_policy_ids\r?\n/],
  ['json', 'byAddress', /^\[\n {2}\{"edge_id":[^]*"ip_policy_ids":\["/],
  ['jsonl', 'inPlace', /^\{"edge_id":[^]*"ip_policy_ids":\["/],
] as const)('plans no change of its own export as %s, %s', async (format, name, routes) => {
  const { service, [name]: run } = await bothWays({ demo: true });
  await service.api('POST', '/bot_users', { body: { name: `=1+"2";\u2028x` } });
  const texts: string[] = [];
  for (const what of ['bot-users', 'routes']) {
    const { code, stdout, stderr } = await run('export', what, '--format', format);
    expect([code, stderr]).toEqual([0, '']);
    texts.push(stdout);
    const planned = await run('plan', fileOf(stdout));
    expect(planned).toMatchObject({ code: 0, stderr: '' });
    expect(planned.stdout).toMatch(/^Plan: [1-9]\d* unchanged\.\n$/);
  }
  expect(texts[1]).toMatch(routes);
});

it('leaves alone what cannot be read, what conflicts and what is protected', async () => {
  const { data, api, account } = await ownService({ PROTECTED_BOT_USERS: 'prod-*' });
  for (const name of ['prod-1', 'a']) await api('POST', '/bot_users', { body: { name } });
  const file = fileOf('name,active\nprod-1,false\na,\nbad,perhaps\n"c\u001b[2J",\ne,\n');
  const { code, stdout } = await command(data, 'apply', file, '--yes');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^! Protected by the operator: bot_\w+ "prod-1"\n! Line 4: Cannot be read: “perhaps”/,
  );
  expect(stdout.split('\n').filter(holdsControls)).toEqual([]);
  expect(stdout).toMatch(/\n1 of 1 change: 1 done\.\n$/);
  const names = (await storedBotUsers(account)).map(({ name }) => name);
  expect(names).toEqual(['e', 'a', 'prod-1']);
});

it('leaves alone a route whose label in the file of the operator is protected', async () => {
  const stub = await startUpstream(({ url = '' }, response) => {
    response.writeHead(url.includes('inventory') ? 404 : 200, JSON_TYPE);
    response.end('{"bot_users":[],"uri":"","enabled":true,"ip_policies":[]}');
  });
  const route = { edge_id: 'e', id: 'r1' };
  const ROUTES_FILE = fileOf([{ ...route, label: 'pay-1' }]);
  const env = { API_KEY, UPSTREAM_URL: stub.base.href, ROUTES_FILE, PROTECTED_ROUTES: 'pay-*' };
  const { stdout } = await command(env, 'plan', fileOf([{ ...route, enabled: false }]));
  expect(stdout).toBe('! Protected by the operator: e/r1 "r1"\nPlan: 1 in conflict.\n');
  // Bot users need no such file: CI may have the settings of the server without it.
  const elsewhere = { ...env, ROUTES_FILE: '/none' };
  expect((await command(elsewhere, 'plan', fileOf('name\na\n'))).code).toBe(2);
});

it('says in one sentence why it cannot work, and nothing of a key', async () => {
  const { service, data } = await bothWays();
  const other = await startUpstream(saying(404, ''));
  const gate = await startUpstream(saying(403, '<!doctype html><title>Not from here</title>'));
  const file = fileOf('name\na\n');
  const api = `${service.url}/api`;
  const holdsKey = /^There is an API key in the file, so it is not used: /;
  const key = await createKey(data, 'x');
  for (const [env, args, sentence] of [
    [{ API_KEY }, ['apply', fileOf(`name\n${key}\n`), '--yes', '--url', api], holdsKey],
    [{ API_KEY }, ['apply', fileOf(`name\n${API_KEY}\n`), '--yes', '--url', api], holdsKey],
    [data, ['plan', `/ghk_${'a'.repeat(33)}`], /^The file whose path holds an API key cannot be/],
    [
      data,
      ['plan', '/none\x1b[2J'],
      /^The file \/none\\u001b\[2J cannot be read \(ENOENT\): check its path\./,
    ],
    [data, ['plan', fileOf('a\0b')], /^The file is no text: save it as CSV/],
    [data, ['plan', fileOf('some text\n')], /^The file has no headings: begin it with /],
    [{ API_KEY: '' }, ['plan', file, '--url', api], /^Set the environment variable API_KEY /],
    [{ API_KEY: 'wrong-key' }, ['plan', file, '--url', api], /answered 401 NOT_AUTH.*API_KEY\./],
    [{ API_KEY }, ['plan', file, '--url', service.url], /a web page: the .* \/api at its end\./],
    [{ API_KEY }, ['plan', file, '--url', `${gate.base.origin}/api`], /403 with .* before the API/],
    [
      { API_KEY },
      ['plan', file, '--url', api.replace('http:', 'https:')],
      /^No answer from \S+ \(ERR_SSL_\w+\)\./,
    ],
    [{ API_KEY }, ['plan', file, '--url', 'https://me:hidden@api.test'], /^--url must be /],
    [{ API_KEY }, ['export', 'routes', '--url', other.base.href], /does not list its routes/],
  ] as const) {
    const refused = await command(env, ...args);
    expect(refused).toEqual(refusal(sentence));
    expect(refused.stderr).not.toMatch(/wrong-key|hidden|ghk_|contract-tes/);
  }
});

it('says what has failed, and stops where its key is refused', async () => {
  const { data, service } = await bothWays();
  const take = () => service.api('POST', '/bot_users', { body: { name: 'a' } }).then(() => 'y');
  expect(await commandAt({ ask: take }, data, 'apply', fileOf('name\na\nb\n'))).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /\nfailed: \+ create "a", active\. .* 409 NAME_TAKEN\..*\n2 of 2 changes: 1 done, 1 failed\.\n$/,
    ),
  });
  const key = await createKey(data, 'ci');
  const [, made] = await service.account.stores.apiKeys.list();
  const revoke = () => command(data, 'key', 'revoke', made?.id ?? '').then(() => 'y');
  const args = ['apply', fileOf('name\nc\nd\n'), '--url', `${service.url}/api`];
  const { code, stdout } = await commandAt({ ask: revoke }, { API_KEY: key }, ...args);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /\n0 of 2 changes\.\nThe service has refused the key in API_KEY\. Run the command again to go on\.\n$/,
  );
});

it('stops at a signal, and goes on when it is run again', async () => {
  const { service, inPlace } = await bothWays({ rateLimit: 20 });
  const names = Array.from({ length: 30 }, (_, at) => `bot ${at}`);
  const file = fileOf(lines('name', ...names));
  const args = ['apply', file, '--yes', '--url', `${service.url}/api`];
  const child = start({ API_KEY }, undefined, args);
  const stored = async () => (await storedBotUsers(service.account)).length;
  await expect.poll(stored).toBeGreaterThan(10);
  await expect
    .poll(() => child.said.stderr)
    .toMatch(/^\d+ of 30 changes: \d+ done, waits \d+ s for the service's limit$/m);
  const { code, stdout, stderr } = await end(child, 'SIGINT');
  expect(code).toBe(1);
  expect(stderr).toContain('Stopping: what is under way ends first.\n');
  expect(stdout).toMatch(
    /\n(\d+) of 30 changes: \1 done\.\nStopped\. Run the command again to go on\.\n$/,
  );
  expect((await inPlace('plan', file)).stdout).toMatch(
    new RegExp(`Plan: ${30 - (await stored())} to create, ${await stored()} unchanged\\.\n$`),
  );
});

it('lets the event loop turn with each request in place: else nothing is told or freed', async () => {
  const { account } = await ownService();
  const fetch = createLocalFetch(readSettings({}), account, () => {});
  const ask = () => fetch(new Request(`${LOCAL_API.href}/bot_users`, { headers: API_HEADERS }));
  await ask(); // the first one starts the service
  const turned = vi.fn<() => void>();
  setImmediate(turned);
  expect((await ask()).status).toBe(200);
  expect(turned).toHaveBeenCalled();
});
