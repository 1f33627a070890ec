import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { connectRaw } from '#service/test/hostile-connection.test.helper.ts';
import { command, end, outcome, start, urlOf } from '#service/test/program.test.helper.ts';
import {
  API_KEY,
  createApi,
  ownService,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';

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
  expect((await outcome(server)).code).toBe(0);

  const again = await ownService(data);
  const stored = await again.api('GET', '/bot_users');
  expect(stored.json.bot_users[0].name).toBe('in flight');
});

it('ends quietly when nobody reads what it prints', async () => {
  const data = { DATA_DIR: temporaryDirectory() };
  await command(data, 'demo');
  const child = start(data, undefined, ['key', 'list']);
  child.stdout?.destroy();
  expect(await outcome(child)).toMatchObject({ code: 0, stderr: '' });
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
