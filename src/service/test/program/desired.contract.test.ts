import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runCommandLine } from '#service/command-line.ts';
import { holdsControls } from '#service/domain/plain-text.ts';
import type { SettingTexts } from '#service/settings.ts';
import {
  command,
  end,
  outputOf,
  setEnvironment,
  start,
} from '#service/test/program.test.helper.ts';
import { storage } from '#service/test/postgres.test.helper.ts';
import { startUpstream } from '#service/test/upstream.test.helper.ts';
import {
  API_KEY,
  freshData,
  modulePath,
  ownService,
  sharedRoutes,
  storedBotUsers,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';

type Way = (...args: string[]) => ReturnType<typeof command>;

/** A service, and both ways to reach its data: in place, and by its address with a key. */
async function bothWays(settings: Parameters<typeof ownService>[1] = {}) {
  const data = await freshData();
  const service = await ownService(data, settings);
  const inPlace: Way = (...args) => command(data, ...args);
  const byAddress: Way = (...args) => command({ API_KEY }, ...args, '--url', `${service.url}/api`);
  return { data, service, inPlace, byAddress };
}

function fileOf(content: unknown): string {
  const path = join(temporaryDirectory(), 'desired');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
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
    const done = '2 of 2 changes: 2 done.\n';
    expect(await run('apply', file, '--yes')).toEqual({
      code: 0,
      stdout: planned + done,
      stderr: '',
    });
    const unchanged = 'Plan: 2 unchanged; 1 that the file does not name stay.\n';
    expect(await run('plan', file)).toEqual({ code: 0, stdout: unchanged, stderr: '' });
    expect(await run('apply', file)).toEqual({ code: 0, stdout: unchanged, stderr: '' });

    const [second, first] = await storedBotUsers(service.account);
    const edited = fileOf([
      { id: first?.id, name: 'renamed', active: false },
      { name: 'second', active: true },
    ]);
    const json = JSON.parse((await run('plan', edited, '--json')).stdout) as unknown;
    expect(json).toEqual({
      target: 'bot-user',
      changes: [
        {
          kind: 'rename',
          id: first?.id,
          name: '=first',
          before: { name: '=first', active: true },
          after: { name: 'renamed', active: false },
        },
        {
          kind: 'set-active',
          id: second?.id,
          name: 'second',
          before: { name: 'second', active: false },
          after: { name: 'second', active: true },
        },
      ],
      conflicts: [],
      unchanged: 0,
    });
    expect((await run('apply', edited, '--yes')).stdout).toMatch(
      `~ rename ${first?.id} "=first" to "renamed", inactive\n~ set active ${second?.id} "second"\n`,
    );
    expect(await storedBotUsers(service.account)).toMatchObject([
      { name: 'second', active: true },
      { name: 'renamed', active: false },
      { name: 'other', active: true },
    ]);
    const who = name === 'inPlace' ? 'command' : 'FIRST_API_KEY';
    const history = (await command(data, 'history')).stdout.split('\n').slice(0, 4);
    expect(history.filter((line) => line.includes(`  ${who}  bot_user `))).toHaveLength(4);
  },
);

it('deletes what the file does not name only when asked to, and never by mistake', async () => {
  const { data, service, inPlace } = await bothWays();
  for (const name of ['a', 'b', 'c', 'd'])
    await service.api('POST', '/bot_users', { body: { name } });
  const names = async () => (await storedBotUsers(service.account)).map(({ name }) => name);
  const file = fileOf('name\na\nb\n');
  const routes = fileOf([{ edge_id: 'edghts_1', id: 'edghtsrt_1', enabled: true }]);
  for (const [path, reason] of [
    [fileOf('name\n'), /^There is nothing in the file: what makes it may have failed\.\n$/],
    [fileOf([]), /^There is nothing in the file/],
    [routes, /^--delete-missing is for bot users, and the file is a list of routes/],
    [fileOf('name,active\na,true\nb,maybe\n'), /^Nothing is applied with --delete-missing while/],
  ] as const) {
    const refused = await inPlace('apply', path, '--delete-missing', '--yes');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(reason)]);
  }
  expect(await names()).toHaveLength(4);

  const asked: string[] = [];
  const answering = (text: string) => async (question: string) => {
    asked.push(question);
    return text;
  };
  const apply = (answer: string) => atTerminal(data, answering(answer), file, '--delete-missing');
  expect(await apply('y')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^- delete bot_\w+ "d"\n[^]*\nNothing was applied\.\n$/),
  });
  expect(await names()).toHaveLength(4);
  expect((await apply('2')).code).toBe(0);
  const question = 'Apply 2 changes, with deletions? Type how many are deleted (2): ';
  expect(asked).toEqual([question, question]);
  expect(await names()).toEqual(['b', 'a']);
});

it('makes IP restrictions as a file says, and none that has changed since the plan', async () => {
  const { data, service, byAddress } = await bothWays({ demo: true });
  const [first, second] = await sharedRoutes(service.url);
  if (!first || !second) throw new Error('No routes');
  const put = (route: typeof first, ip_policy_ids: string[], enabled = true) =>
    service.api('PUT', modulePath(route), { body: { enabled, ip_policy_ids } });
  const [one = '', two = '', three = ''] = (
    await service.account.stores.ipRestrictions.policies()
  ).map(({ id }) => id);
  await put(first, [one, two]);
  await service.api('DELETE', modulePath(second));
  const file = fileOf([
    {
      edge_id: first.edge_id,
      id: first.id,
      label: 'First',
      enabled: false,
      ip_policy_ids: [two, three],
    },
    { edge_id: second.edge_id, id: second.id, ip_policy_ids: [one] },
    { edge_id: 'edghts_none', id: 'edghtsrt_none', enabled: true },
  ]);
  const planned = await byAddress('plan', file);
  expect(planned.stdout).toBe(
    lines(
      `~ replace ${first.edge_id}/${first.id} "First", on (${one}, ${two}) to off (${two}, ${three})`,
      `+ create ${second.edge_id}/${second.id} "${second.id}", on (${one})`,
      '! Line 1, entry 3: This edge does not exist: edghts_none/edghtsrt_none "edghtsrt_none"',
      'Plan: 1 to replace, 1 to create, 1 in conflict.',
    ),
  );
  expect([planned.code, planned.stderr]).toEqual([
    1,
    '1 line of the file cannot be done: correct the file. The other lines can.\n',
  ]);
  const changes = async () => {
    await put(first, [one]);
    return 'y';
  };
  expect(await atTerminal(data, changes, file)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /\nskipped: ~ replace \S+ "First", .*\. Changed since the plan\.\n2 of 2 changes: 1 done, 1 skipped\.\n$/,
    ),
  });
  expect((await service.api('GET', modulePath(first))).json.ip_policies).toHaveLength(1);
  expect((await service.api('GET', modulePath(second))).json.enabled).toBe(true);
});

it.each(['csv', 'json', 'jsonl'])('plans no change of its own export as %s', async (format) => {
  const { service, inPlace, byAddress } = await bothWays({ demo: true });
  await service.api('POST', '/bot_users', { body: { name: `=1+"2";\u2028x` } });
  for (const run of [inPlace, byAddress])
    for (const what of ['bot-users', 'routes']) {
      const { code, stdout, stderr } = await run('export', what, '--format', format);
      expect([code, stderr]).toEqual([0, '']);
      const planned = await run('plan', fileOf(stdout));
      expect(planned).toMatchObject({ code: 0, stderr: '' });
      expect(planned.stdout).toMatch(/^Plan: [1-9]\d* unchanged\.\n$/);
    }
});

it('refuses a file with a key, and says nothing of the key', async () => {
  const { data, inPlace, byAddress } = await bothWays();
  const made = (await command(data, 'key', 'create', 'x')).stdout.trim().split('\n').at(-1) ?? '';
  for (const key of [made, API_KEY])
    for (const path of [fileOf(`name\n${key}\n`), fileOf([{ name: `a ${key} b` }])]) {
      const { code, stdout, stderr } = await byAddress('apply', path, '--yes');
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^There is an API key in the file, so it is not used: /);
      expect(stderr).not.toContain(key.slice(0, 12));
    }
  expect((await inPlace('plan', fileOf('name\nghk_deploy\n'))).code).toBe(2);
});

it('says what has failed, and why', async () => {
  const { data, service } = await bothWays();
  const takeName = async () => {
    await service.api('POST', '/bot_users', { body: { name: 'a' } });
    return 'y';
  };
  expect(await atTerminal(data, takeName, fileOf('name\na\nb\n'))).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /\nfailed: \+ create "a", active\. .* 409 NAME_TAKEN\..*\n2 of 2 changes: 1 done, 1 failed\.\n$/,
    ),
  });
});

it('reads standard input', async () => {
  const { inPlace } = await bothWays();
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(
    Readable.from([Buffer.from('[{"name": "a",'), Buffer.from(' "active": false}]')]) as never,
  );
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await inPlace('plan', '-')).stdout).toBe('+ create "a", inactive\nPlan: 1 to create.\n');
});

it('leaves alone what cannot be read, what conflicts and what is protected', async () => {
  const { data, service, byAddress } = await bothWays({
    writeRules: {
      protected_bot_users: ['prod-*'],
      protected_routes: [],
      no_delete: false,
      changes_per_job: null,
    },
  });
  const create = (name: string) => service.api('POST', '/bot_users', { body: { name } });
  await create('prod-1');
  await create('a');
  const file = fileOf(
    'name,active\nprod-1,false\na,\nbad,perhaps\n"c\u001b[2J",\nd,true\nd,false\ne,\n',
  );
  const { code, stdout } = await byAddress('apply', file, '--yes');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^! Protected by the operator: bot_\w+ "prod-1"\n! Line 4: Cannot be read: “perhaps”/,
  );
  expect(stdout.split('\n').filter(holdsControls)).toEqual([]);
  expect(stdout).toMatch(/\n1 of 1 change: 1 done\.\n$/);
  const names = (await storedBotUsers(service.account)).map(({ name }) => name);
  expect(names).toEqual(['e', 'a', 'prod-1']);
  expect((await command({ ...data, PROTECTED_BOT_USERS: 'prod-1' }, 'plan', file)).stdout).toMatch(
    /^! Protected by the operator: bot_/,
  );
});

it('says in one sentence why it cannot work', async () => {
  const { service, data } = await bothWays();
  const other = await startUpstream((_request, response) => response.writeHead(404).end());
  const file = fileOf('name\na\n');
  const api = `${service.url}/api`;
  for (const [env, args, sentence] of [
    [
      data,
      ['plan', `/ghk_${'a'.repeat(33)}`],
      /^The file whose path holds an API key cannot be read/,
    ],
    [data, ['plan', '/none\x1b[2J'], /^The file \/none\\u001b\[2J cannot be read/],
    [data, ['plan', fileOf(' \n')], /^There is nothing in the file/],
    [data, ['plan', fileOf('a,b,\n')], /^The file has no headings/],
    [data, ['plan', '/none'], /^The file \/none cannot be read \(ENOENT\): check its path\.\n$/],
    [data, ['plan', fileOf('a\0b')], /^The file is no text: save it as CSV/],
    [data, ['plan', fileOf('some text\n')], /^The file has no headings: begin it with .*\n$/],
    [{ API_KEY: '' }, ['plan', file, '--url', api], /^Set the environment variable API_KEY /],
    [
      { API_KEY: 'wrong-key' },
      ['plan', file, '--url', api],
      /^The service answered 401 NOT_AUTH.*API_KEY\.\n$/,
    ],
    [
      { API_KEY },
      ['plan', file, '--url', service.url],
      /^The service answered 200 with a web page: the .* \/api at its end\.\n$/,
    ],
    [
      { API_KEY },
      ['plan', file, '--url', 'http://127.0.0.1:9/api'],
      /^No answer from 127\.0\.0\.1:9\.\n$/,
    ],
    [
      { API_KEY },
      ['plan', file, '--url', 'https://me:hidden@api.test'],
      /^--url must be the address of an API.*\n$/,
    ],
    [
      { API_KEY },
      ['export', 'routes', '--url', other.base.href],
      /^The service does not list its routes/,
    ],
  ] as const) {
    const { code, stdout, stderr } = await command(env, ...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/wrong-key|hidden/);
  }
});

it('stops where its key is refused, and says so', async () => {
  const { data, service } = await bothWays();
  const made = (await command(data, 'key', 'create', 'ci')).stdout.trim().split('\n').at(-1) ?? '';
  const revoke = async () => {
    const [, id = ''] = /^(key_\w+).*ci$/m.exec((await command(data, 'key', 'list')).stdout) ?? [];
    await command(data, 'key', 'revoke', id);
    // On PostgreSQL a key is trusted for a second after it was looked up.
    if (storage === 'postgres') await sleep(1_000);
    return 'y';
  };
  const url = ['--url', `${service.url}/api`];
  const { code, stdout } = await atTerminal(
    { API_KEY: made },
    revoke,
    fileOf('name\na\nb\n'),
    ...url,
  );
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
    .poll(() => outputOf(child).stderr)
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

/** The same command with a person at the terminal. */
async function atTerminal(
  env: SettingTexts,
  ask: (question: string) => Promise<string>,
  ...args: string[]
) {
  setEnvironment({ DEMO: 'off', ...env });
  const output = { stdout: '', stderr: '' };
  const code = await runCommandLine(['apply', ...args], {
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
    ask,
    serve: async () => expect.unreachable(),
  });
  return { code, ...output };
}
