import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import {
  API_KEY,
  freshData,
  removeDirectories,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';
import {
  ask,
  command,
  end,
  endAll,
  outcome,
  run,
  said,
  urlOf,
} from '#service/test/service-process.test.helper.ts';
import { version } from '../../../package.json';

afterAll(() => {
  endAll();
  removeDirectories();
});

it('finds everything again after a stop and a start, and goes on with greater ids', async () => {
  const data = { ...(await freshData()), FIRST_API_KEY: API_KEY };
  const first = run({ ...data, DEMO: 'on' });
  const url = await urlOf(first);
  const created = await ask(url, 'POST', '/bot_users', { name: 'survivor' });
  const before = await ask(url, 'GET', '/bot_users');
  await end(first, 'SIGTERM');
  expect(first.exitCode).toBe(0);

  const second = run({ ...data, DEMO: 'on' });
  const url2 = await urlOf(second);
  const after = await ask(url2, 'GET', '/bot_users');
  const later = await ask(url2, 'POST', '/bot_users', { name: 'later' });
  await end(second, 'SIGTERM');
  const names = (answer: { json: { bot_users: { name: string }[] } }) =>
    answer.json.bot_users.map(({ name }) => name);
  expect(names(after)).toEqual(names(before));
  expect(names(after)[0]).toBe('survivor');
  expect(later.json.id > created.json.id).toBe(true);
});

it('answers what is in flight before it ends, and takes nothing new', async () => {
  const data = await freshData();
  const server = run({ ...data, FIRST_API_KEY: API_KEY });
  const url = await urlOf(server);
  const body = JSON.stringify({ name: 'in flight' });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = `POST /api/bot_users HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${API_KEY}\r\nService-Version: 2\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(head + body.slice(0, 5));
  await ask(url, 'GET', '/bot_users'); // by then the first has arrived
  server.kill('SIGTERM');
  await expect.poll(() => ask(url, 'GET', '/bot_users').catch(() => 'refused')).toBe('refused');
  socket.write(body.slice(5));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  expect((await outcome(server)).code).toBe(0);

  const again = run(data);
  const stored = await ask(await urlOf(again), 'GET', '/bot_users');
  expect(stored.json.bot_users[0].name).toBe('in flight');
  await end(again, 'SIGTERM');
});

it('logs a line for a request, and nothing of what came in it', async () => {
  const server = run({ ...(await freshData()), FIRST_API_KEY: API_KEY });
  const url = await urlOf(server);
  const created = await ask(url, 'POST', '/bot_users', { name: 'hidden-name' });
  await ask(url, 'GET', `/bot_users/${created.json.id}?hidden=query`);
  await fetch(`${url}/hidden/path`, { headers: { Authorization: 'Bearer hidden-key' } });
  await end(server, 'SIGTERM');
  const { stderr, stdout } = said(server);
  const lines = stderr
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines).toMatchObject([
    {
      msg: 'request',
      method: 'POST',
      route: '/bot_users',
      status: 201,
      ms: expect.any(Number),
      operation_id: created.headers.get('operation-id'),
    },
    { method: 'GET', route: '/bot_users/{id}', status: 400 },
    { method: 'GET', route: '/*', status: expect.any(Number) },
  ]);
  expect(stderr + stdout).not.toMatch(/hidden|contract-test-key/);
  expect(stderr).not.toContain(created.json.id);
});

it('counts requests for Prometheus only when that is switched on', async () => {
  const server = run({ ...(await freshData()), FIRST_API_KEY: API_KEY, METRICS: 'on' });
  const url = await urlOf(server);
  await ask(url, 'GET', '/bot_users/none');
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  const body = await answer.text();
  expect(body).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/bot_users\/\{id\}",status="404"\} 1$/m,
  );
  expect(body).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(body).toMatch(/^http_connections \d+$/m);
  await end(server, 'SIGTERM');
});

it('takes settings from flags before the environment before a file', async () => {
  const data = await freshData();
  const file = join(temporaryDirectory(), 'settings');
  writeFileSync(file, 'INSTANCE_NAME=file\nIDLE_MINUTES=7\nVERSION_HEADER=From-File\n');
  const server = run(
    { ...data, FIRST_API_KEY: API_KEY, INSTANCE_NAME: 'environment', IDLE_MINUTES: '' },
    ['--config', file, '--version-header=From-Flag'],
  );
  const config = await (await fetch(`${await urlOf(server)}/config.json`)).json();
  expect(config).toMatchObject({
    instance: { name: 'environment' },
    idle_minutes: 7,
    version_header: 'From-Flag',
  });
  await end(server, 'SIGTERM');
});

it('says in one sentence what is wrong with a setting, and what the commands are', async () => {
  const data = await freshData();
  const cases: [Record<string, string>, string[], RegExp][] = [
    [
      { PORT: 'http' },
      [],
      /^The setting PORT must be a whole number from 0 to 65535, not "http": /,
    ],
    [{}, ['--log-level', 'loud'], /^The setting LOG_LEVEL must be one of debug, info/],
    [{}, ['restore', '/none'], /^Cannot restore \/none: ENOENT/],
    [{ HOST: '192.0.2.1' }, [], /^Cannot listen there .*HOST/],
    [{ CONFIG_FILE: '/none' }, [], /^The settings file \/none cannot be read \(ENOENT\)/],
    [{}, ['frobnicate'], /^error: unknown command 'frobnicate'\n/],
    [
      {},
      ['--port', '0', 'restroe', 'x'],
      /^error: unknown command 'restroe'\n\(Did you mean restore\?\)\n/,
    ],
    [{ UPSTREAM_URL: 'ngrok', DATABASE_URL: '' }, ['key', 'list'], /^UPSTREAM_URL is set: keys /],
    [
      { UPSTREAM_URL: 'http://127.0.0.1:9', DATABASE_URL: '', ROUTES_FILE: '/none' },
      [],
      /^The file \/none of ROUTES_FILE is not usable: ENOENT/,
    ],
  ];
  for (const [settings, args, sentence] of cases) {
    const { code, stdout, stderr } = await command({ ...data, ...settings }, ...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
  }
  expect((await command(data, '--version')).stdout).toBe(`${version}\n`);
  const help = await command(data, '--help');
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const word of [
    'serve',
    'key',
    'routes',
    'policies',
    'demo',
    'backup',
    'restore',
    '--data-dir',
  ])
    expect(help.stdout).toContain(word);
}, 20_000);

it('makes no key that nobody is told about', async () => {
  const data = await freshData();
  const busy = run({ ...(await freshData()), FIRST_API_KEY: API_KEY });
  const PORT = new URL(await urlOf(busy)).port;
  const refused = await command({ ...data, PORT });
  await end(busy, 'SIGTERM');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toBe(
    `Port ${PORT} is in use by another program: stop that one, or set PORT to another port (0 takes any free one).\n`,
  );
  expect((await command(data, 'key', 'list')).stdout).toMatch(/^There is no API key yet/);
});
