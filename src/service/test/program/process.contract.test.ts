import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { outcome, start, urlOf } from '#service/test/program.test.helper.ts';
import {
  API_KEY,
  createApi,
  freshData,
  ownService,
} from '#service/test/running-service.test.helper.ts';

it('answers what is in flight before it ends, and takes nothing new', async () => {
  const data = await freshData();
  const server = start({ ...data, FIRST_API_KEY: API_KEY });
  const url = await urlOf(server);
  const api = createApi(url);
  const body = JSON.stringify({ name: 'in flight' });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = `POST /api/bot_users HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${API_KEY}\r\nService-Version: 2\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(head + body.slice(0, 5));
  await api('GET', '/bot_users'); // by then the first has arrived
  server.kill('SIGTERM');
  await expect.poll(() => api('GET', '/bot_users').catch(() => 'refused')).toBe('refused');
  socket.write(body.slice(5));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 [^]*\r\nConnection: close\r\n/);
  expect((await outcome(server)).code).toBe(0);

  const again = await ownService(data);
  const stored = await again.api('GET', '/bot_users');
  expect(stored.json.bot_users[0].name).toBe('in flight');
});
