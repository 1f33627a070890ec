import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { connectRaw } from '#service/test/hostile-connection.test.helper.ts';
import { API_KEY, startService } from '#service/test/running-service.test.helper.ts';
import { GET, proxyTo } from '#service/test/upstream.test.helper.ts';

it.each([
  ['bot_users', 200],
  ['%', 400], // Fastify would keep the connection
])('handles %s, on its way over an idle connection at a stop: %i', async (path, status) => {
  const { proxy } = await proxyTo((_request, response) => response.end('served'));
  const client = await proxy.open(`${GET}\r\n`);
  await once(client, 'data');
  const stopped = proxy.app.close();
  client.write(`${GET.replace('bot_users', path)}\r\n`);
  const response = new RegExp(`^HTTP/1.1 ${status} .*\r\nconnection: close\r\n`, 'is');
  expect(await text(client)).toMatch(response);
  await stopped;
});

it('does not wait with a stop for a client that says nothing', async () => {
  const { proxy } = await proxyTo('');
  const silent = await proxy.open('');
  const begun = await proxy.open(GET);
  const start = performance.now();
  await Promise.all([proxy.app.close(), text(silent), text(begun)]);
  expect(performance.now() - start).toBeLessThan(5_000); // it would be ten seconds
});

it('reads no more of a connection while many of its requests wait, and answers them all', async () => {
  const first: ServerResponse[] = [];
  const { proxy } = await proxyTo((_request, response) => void first.push(response));
  const [[connection], client] = await Promise.all([
    once(proxy.app.server, 'connection') as Promise<[Socket]>,
    proxy.open(`${GET}\r\n`),
  ]);
  const waiting = `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(500)}\r\n`;
  client.write(`${`${waiting}\r\n`.repeat(10_000)}${waiting}Connection: close\r\n\r\n`);
  await expect.poll(() => first).toHaveLength(1);
  await setTimeout(500);
  expect(connection.bytesRead).toBeLessThan(500_000);
  first[0]?.end('served');
  expect((await text(client)).match(/HTTP\/1.1 404/g)).toHaveLength(10_001);
});

const KEY = `Authorization: Bearer ${API_KEY}\r\nService-Version: 2\r\n`;

it('logs one line of each response, also to what is no request, and one of a request that is never whole', async () => {
  const service = await startService({}, { headersMs: 450, requestMs: 450 });
  const head = `POST /api/bot_users HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\n`;
  const signed = `${head}${KEY}Content-Type: application/json\r\n`;
  const any = (type: unknown): unknown => expect.any(type);
  const known = { method: 'POST', route: '/bot_users', ms: any(Number) };
  const cut = { ...known, operation_id: any(String), status: 499, aborted: true };
  const unknown = { method: 'OTHER', route: 'unknown', ms: 0 };
  const lines: unknown[] = [];
  for (const [status, line, bytes] of [
    [400, unknown, 'NONSENSE\r\n\r\n'],
    [405, unknown, 'CONNECT gate.example:443 HTTP/1.1\r\n\r\n'],
    [408, unknown, head],
    [431, unknown, `${head}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    [400, unknown, `${signed}Transfer-Encoding: chunked\r\n\r\nnonsense`],
    [408, unknown, `${signed}Content-Length: 9\r\n\r\n{`],
    [401, known, `${head}Content-Length: 9\r\n\r\n{`], // before the end of the body
  ] as const) {
    const connection = await connectRaw(service.url, bytes);
    const response = await connection.next('POST');
    expect(await connection.next('POST')).toBeUndefined();
    const operation_id = response?.headers.get('operation-id')?.[0];
    expect([response?.status, operation_id]).toEqual([status, expect.stringMatching(/^op_\w+$/)]);
    lines.push({ operation_id, ...line, status });
  }
  await service.stop(); // by then every connection is closed, which must not bring a second line
  const isCut = ({ status }: { status: number }) => status === 499;
  expect(service.requests.filter((line) => !isCut(line))).toEqual(lines);
  expect(service.requests.filter(isCut)).toEqual([cut, cut]);
});

it('logs a request that a stop cuts', async () => {
  const service = await startService();
  const signed = `/api/bot_users HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\n${KEY}`;
  const half = `POST ${signed}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
  const connection = await connectRaw(service.url, `GET ${signed}\r\n${half}`);
  expect((await connection.next('GET'))?.status).toBe(200);
  await service.stop();
  const cut = { method: 'POST', route: '/bot_users', status: 499, aborted: true };
  expect(service.requests).toMatchObject([{ status: 200 }, cut]);
});
