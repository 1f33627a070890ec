import { execFile } from 'node:child_process';
import {
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cwd, env } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { connectRaw } from '#service/test/hostile-connection.test.helper.ts';
import {
  announced,
  command,
  end,
  refusal,
  start,
  urlOf,
} from '#service/test/program.test.helper.ts';
import {
  API_KEY,
  createApi,
  fileOf,
  ownService,
  startService,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';

it('has a data directory for itself, its first key in a file of the owner, and logs and counts requests with nothing of what came in them', async () => {
  const data = { DATA_DIR: temporaryDirectory() };
  const server = start({ ...data, METRICS: 'on' });
  const file = join(data.DATA_DIR, 'first-api-key');
  expect(await announced(server)).toEqual([
    expect.stringMatching(/^Gatehouse is ready at http:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(
      `^API key:  in the file ${file}  \\(create another: node /.+/main\\.js key create LABEL\\)$`,
    ),
    `Data:     ${data.DATA_DIR}`,
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const key = readFileSync(file, 'utf8').trim();
  const headers = { Authorization: `Bearer ${key}` };
  const url = await urlOf(server);
  const api = createApi(url);
  const created = await api('POST', '/bot_users', { headers, body: { name: 'hidden-name' } });
  await api('GET', `/bot_users/${created.json.id}?hidden=query`, { headers });
  await fetch(`${url}/hidden/path`, { headers: { Authorization: 'Bearer hidden-key' } });
  const metrics = await fetch(`${url}/metrics`);
  const counted = await metrics.text();

  for (const args of [[], ['restore', file], ['demo']]) {
    const inUse = refusal(/^The data directory \S+ is in use by another Gatehouse: /);
    expect(await command(data, ...args)).toEqual(inUse);
  }
  // A second one on its port makes no key that nobody is told about.
  const second = { DATA_DIR: temporaryDirectory(), PORT: new URL(url).port };
  expect(await start(second).outcome).toEqual(
    refusal(/^Port \d+ is in use .+ set PORT to another/),
  );
  expect((await command(second, 'key', 'list')).stdout).toMatch(/^There is no API key yet/);
  const { code, stdout, stderr } = await end(server, 'SIGINT');
  expect(code).toBe(0);
  const again = await ownService({ ...data, FIRST_API_KEY: '' });
  expect(again.announced[1]).toMatch(/^API key: {2}as before {2}\(create another: /);

  const lines: unknown[] = JSON.parse(`[${stderr.trim().replaceAll('\n', ',')}]`);
  expect(lines).toHaveLength(4);
  const operation_id = created.headers.get('operation-id');
  const line = { msg: 'request', method: 'POST', route: '/bot_users', status: 201, operation_id };
  expect(lines).toContainEqual(expect.objectContaining(line));
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  const labels = '{method="GET",route="/bot_users/{id}",status="400"}';
  expect(counted).toContain(`\nhttp_request_duration_seconds_count${labels} 1\n`);
  expect(counted).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(counted).toMatch(/^http_connections \d+$/m);
  for (const hidden of [/hidden/, key, created.json.id])
    expect(stderr + stdout + counted).not.toMatch(hidden);
});

it.each([
  [{ PUBLIC_URL: 'http://gate.example' }, /PUBLIC_URL is http: API keys come here unencrypted/],
  [{ UPSTREAM_URL: 'http://192.0.2.1' }, /UPSTREAM_URL is http: API keys go to the upstream /],
  [{ PUBLIC_URL: 'http://localhost:4300' }, /^$/],
])('tells where keys can be read on their way: %o', async (settings, warning) => {
  const server = start({ DATA_DIR: temporaryDirectory(), ...settings });
  await announced(server);
  expect((await end(server, 'SIGTERM')).stderr).toMatch(warning);
});

it('answers 503 when the disk takes no more, loses nothing, and goes on when there is room', async () => {
  const data = { DATA_DIR: temporaryDirectory(), FIRST_API_KEY: API_KEY };
  // Blocks of 512 bytes that one file may have: to a writer a limit is what a full disk is.
  const server = start(data, 'ulimit -f 600');
  const url = await urlOf(server);
  const api = createApi(url);
  const create = (name: string) => api('POST', '/bot_users', { body: { name } });
  const answered: string[] = [];
  let answer = await create('bot');
  while (answer.status === 201 && answered.length < 2_000) {
    answered.push(answer.json.id);
    answer = await create(`bot ${answered.length} ${'🤖'.repeat(240)}`);
  }
  expect(outcome(answer)).toBe('503 STORAGE_UNAVAILABLE');
  expect((await api('GET', '/bot_users')).status).toBe(200);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  // A row more did not fit, but less than that may: commands, which have no limit here, take the room that is left.
  for (const label of ['a', 'b', 'c']) await command(data, 'key', 'create', label);
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([503, 'not ready\n']);
  const { code, stdout, stderr } = await end(server, 'SIGTERM');
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain(API_KEY);

  const again = await ownService(data);
  for (const id of answered) expect((await again.api('GET', `/bot_users/${id}`)).status).toBe(200);
  const room = { body: { name: 'room again' } };
  expect((await again.api('POST', '/bot_users', room)).status).toBe(201);
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
});

it('answers 503 and is not ready when the file of its data is overwritten', async () => {
  const data = { DATA_DIR: temporaryDirectory() };
  await (await startService({ ...data, DEMO: 'on' })).stop();
  const service = await ownService(data);
  const file = join(data.DATA_DIR, 'gatehouse.sqlite');
  writeFileSync(file, readFileSync(file).fill('x'), { flag: 'r+' });
  expect(outcome(await service.api('GET', '/bot_users'))).toBe('503 STORAGE_UNAVAILABLE');
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${service.url}/config.json`)).status).toBe(200);
});

it.each([
  ['deleted', rmSync],
  ['replaced', (file: string) => renameSync(`${file}.copy`, file)],
  ['out of reach', (file: string) => (rmSync(file), symlinkSync(file, file))],
])('answers 503 to a change and is not ready when the file of its data is %s', async (_, act) => {
  const service = await ownService();
  const file = join(service.data['DATA_DIR'] ?? '', 'gatehouse.sqlite');
  copyFileSync(file, `${file}.copy`);
  act(file);
  const answer = await service.api('POST', '/bot_users', { body: { name: 'lost' } });
  expect(outcome(answer)).toBe('503 STORAGE_UNAVAILABLE');
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
});

it('answers what is in flight before it ends, and takes nothing new', async () => {
  const data = { DATA_DIR: temporaryDirectory() };
  const server = start({ ...data, FIRST_API_KEY: API_KEY });
  const url = await urlOf(server);
  const api = createApi(url);
  const body = JSON.stringify({ name: 'in flight' });
  const head = `POST /api/bot_users HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${API_KEY}\r\nService-Version: 2\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const { socket, next } = await connectRaw(url, head + body.slice(0, 5));
  await api('GET', '/bot_users'); // by then the first has arrived
  server.kill('SIGTERM');
  await expect.poll(() => api('GET', '/bot_users').catch(() => 'refused')).toBe('refused');
  socket.write(body.slice(5));
  const answer = await next('POST');
  expect([answer?.status, answer?.headers.get('connection')]).toEqual([201, ['close']]);
  expect((await server.outcome).code).toBe(0);

  const again = await ownService(data);
  const stored = await again.api('GET', '/bot_users');
  expect(stored.json.bot_users[0].name).toBe('in flight');
});

it('ends quietly when nobody reads what it prints', async () => {
  const data = { DATA_DIR: temporaryDirectory() };
  await command(data, 'demo');
  const child = start(data, undefined, ['key', 'list']);
  child.stdout.destroy();
  expect(await child.outcome).toMatchObject({ code: 0, stderr: '' });
  // As with `2>&1 | head`.
  const warned = start(data, undefined, ['apply', fileOf('name,team\nnew,a\n'), '--yes']);
  warned.stderr.destroy();
  expect(await warned.outcome).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/: 1 done/),
  });
});

it('answers and stops while its log is read by nobody', async () => {
  const pipe = join(temporaryDirectory(), 'pipe');
  const data = { DATA_DIR: temporaryDirectory(), FIRST_API_KEY: API_KEY };
  // As much as a pipe holds: the lines of the service find no room.
  const full = `mkfifo ${pipe}; exec 2<>${pipe}; head -c 65536 /dev/zero >&2`;
  const server = start({ ...data, LOG_LEVEL: 'info' }, full);
  const api = createApi(await urlOf(server));
  const asked = Array.from({ length: 400 }, () => api('GET', '/bot_users'));
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
  // It gives the last lines up after a moment.
  const code = end(server, 'SIGTERM').then((ended) => ended.code);
  expect(await Promise.race([code, sleep(10_000)])).toBe(0);
});

it('is healthy in a container at the port of its settings file', async () => {
  const image = readFileSync('.container/Dockerfile', 'utf8').replaceAll('/app/', `${cwd()}/`);
  const [file = '', ...words] = JSON.parse(/HEALTHCHECK.*\n *CMD (.*)/.exec(image)?.[1] ?? '[]');
  const { port } = new URL(await urlOf(start({ DATA_DIR: temporaryDirectory() })));
  const check = (CONFIG_FILE: string) =>
    promisify(execFile)(file, words, { env: { ...env, PORT: '', CONFIG_FILE } });
  await check(fileOf(`PORT=${port}\n`));
  await expect(check(fileOf('PORT=1\n'))).rejects.toMatchObject({ code: 1 });
});

it('gives each address of an upstream or a database the time that a distant one takes', async () => {
  const module = `import net from 'node:net';
    process.on('exit', () => console.error(net.getDefaultAutoSelectFamilyAttemptTimeout()));`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(module)}`;
  const { stderr } = await start({ NODE_OPTIONS }, undefined, ['--version']).outcome;
  expect(stderr).toBe('1000\n');
});
