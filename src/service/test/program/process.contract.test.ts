import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { command, end, outcome, start, urlOf } from '#service/test/program.test.helper.ts';
import {
  API_KEY,
  createApi,
  freshData,
  startService,
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
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  expect((await outcome(server)).code).toBe(0);

  const again = await startService(data);
  const stored = await again.api('GET', '/bot_users');
  await again.stop();
  expect(stored.json.bot_users[0].name).toBe('in flight');
});

it('logs and counts requests, and nothing of what came in them', async () => {
  const server = start({ ...(await freshData()), FIRST_API_KEY: API_KEY, METRICS: 'on' });
  const url = await urlOf(server);
  const api = createApi(url);
  const created = await api('POST', '/bot_users', { body: { name: 'hidden-name' } });
  await api('GET', `/bot_users/${created.json.id}?hidden=query`);
  await fetch(`${url}/hidden/path`, { headers: { Authorization: 'Bearer hidden-key' } });
  const metrics = await fetch(`${url}/metrics`);
  const counted = await metrics.text();
  const { stdout, stderr } = await end(server, 'SIGTERM');

  const lines = stderr
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines).toHaveLength(4);
  // In the order in which the responses ended, which is not always that of the requests.
  for (const line of [
    {
      msg: 'request',
      method: 'POST',
      route: '/bot_users',
      status: 201,
      ms: expect.any(Number),
      operation_id: created.headers.get('operation-id'),
    },
    { method: 'GET', route: '/bot_users/{id}', status: 400 },
    { method: 'GET', route: '/*', status: 200 },
    { method: 'GET', route: '/metrics', status: 200 },
  ])
    expect(lines).toContainEqual(expect.objectContaining(line));
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  expect(counted).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/bot_users\/\{id\}",status="400"\} 1$/m,
  );
  expect(counted).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(counted).toMatch(/^http_connections \d+$/m);
  for (const hidden of [/hidden/, API_KEY, created.json.id])
    expect(stderr + stdout + counted).not.toMatch(hidden);
});

it('makes no key that nobody is told about', async () => {
  const data = await freshData();
  const busy = createServer();
  await once(busy.listen(0, '127.0.0.1'), 'listening');
  const PORT = String((busy.address() as AddressInfo).port); // a TCP server has one
  const { code, stdout, stderr } = await outcome(start({ ...data, PORT }));
  busy.close();
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `Port ${PORT} is in use by another program: stop that one, or set PORT to another port (0 takes any free one).\n`,
  );
  expect((await command(data, 'key', 'list')).stdout).toMatch(/^There is no API key yet/);
});
