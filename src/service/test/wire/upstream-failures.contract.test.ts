import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createUpstreamClient } from '#service/http/upstream/client.ts';
import { probeUpstream } from '#service/http/upstream/probe.ts';
import {
  CERTIFICATE,
  GET,
  HEAD,
  proxyTo,
  saying,
  startProxy,
  startUpstream,
  type Proxy,
  type ProxyOptions,
  type Script,
} from '#service/test/upstream.test.helper.ts';

const ok: Script = (_request, response) => response.end('ok');
const HALF = `${HEAD}Content-Length: 9\r\n\r\n{`;
const HALF_CHUNK = `${HEAD}Transfer-Encoding: chunked\r\n\r\n8\r\n{"half":\r\n`;

/** One request that has to fail in our form, without a word of what was sent or said, and to be logged. */
async function failureOf(proxy: Proxy, method = 'GET') {
  const answer = await proxy.ask(method, '/bot_users?before_id=secret-id', {
    headers: { Authorization: 'Bearer secret-key' },
    ...(method === 'POST' && { body: '{"name":"secret-name"}' }),
  });
  expect(answer.json).toEqual({
    error_code: expect.any(String),
    status_code: answer.status,
    msg: expect.any(String),
    details: { operation_id: 'op_own' },
  });
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(proxy.defects).toMatchObject([
    { error: { code: answer.json.error_code }, operation: `${method} /bot_users` },
  ]);
  for (const shown of [answer.text, inspect(proxy.defects, { depth: 9 })])
    expect(shown).not.toContain('secret');
  return [answer.status, answer.json.error_code];
}

it.each([
  ['GET', 'destroy', 2],
  ['GET', 'resetAndDestroy', 2],
  ['POST', 'destroy', 1],
] as const)('answers 502 to a %s whose connection ends by %s', async (method, end, times) => {
  const { stub, proxy } = await proxyTo(({ socket }) => socket[end]());
  expect(await failureOf(proxy, method)).toEqual([502, 'UPSTREAM_LOST']);
  expect(stub.heads).toHaveLength(times);
});

type Row = [string, Script, (string | number)[], ProxyOptions?];

/** What the upstream does, and what the client gets. */
it.each<Row>([
  ['says nothing', '', [504, 'UPSTREAM_TIMEOUT'], { headMs: 50 }],
  ['gives half a body', ({ socket }) => socket.end(HALF), [502, 'UPSTREAM_CUT']],
  ['gives half a chunk', ({ socket }) => socket.end(HALF_CHUNK), [502, 'UPSTREAM_CUT']],
  ['stops in the middle of a body', HALF, [502, 'UPSTREAM_CUT'], { idleMs: 50 }],
  ...[
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['too many headers', `${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['an upgrade', 'HTTP/1.1 101 OK\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['an unknown kind of status', 'HTTP/1.1 999 OK\r\n\r\n'],
    ['half an upgrade', 'HTTP/1.1 101 OK\r\n\r\n'],
  ].map(([name = '', bytes = '']): Row => [`says ${name}`, bytes, [502, 'UPSTREAM_UNREADABLE']]),
])('answers for an upstream that %s', async (_, script, expected, options) => {
  const { proxy } = await proxyTo(script, options);
  expect(await failureOf(proxy)).toEqual(expected);
});

it('answers 502 when nobody listens there, speaks TLS, or does so in time', async () => {
  const plain = await startUpstream(ok);
  const silent = createServer().listen(0, '127.0.0.1'); // never shakes hands
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo; // it listens by TCP
  for (const [base, options] of [
    ['http://127.0.0.1:9', {}],
    [plain.base.href.replace('http', 'https'), {}],
    [`https://127.0.0.1:${port}`, { connectMs: 50 }],
  ] as const) {
    const proxy = await startProxy(new URL(base), options);
    expect(await failureOf(proxy)).toEqual([502, 'UPSTREAM_UNREACHABLE']);
    await expect(proxy.client.checkReachable()).rejects.toThrow('cannot be reached');
  }
});

const at = ({ href }: URL, host: string) => new URL(href.replace('127.0.0.1', host));

it('speaks TLS with a certificate that is trusted', async () => {
  const { base } = await startUpstream(ok, CERTIFICATE);
  for (const host of ['127.0.0.1', 'localhost']) {
    const proxy = await startProxy(at(base, host), { ca: CERTIFICATE });
    expect((await proxy.ask('GET', '/bot_users')).text).toBe('ok');
    await proxy.client.checkReachable();
  }
});

it.each([
  ['that is not trusted', '127.0.0.1', {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  // It leads to this machine as well.
  ['of another name', '0.0.0.0', { ca: CERTIFICATE }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('never speaks with a certificate %s, whatever Node is told', async (_, host, options, why) => {
  const { base, heads } = await startUpstream(ok, CERTIFICATE);
  const quiet = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  for (const value of [undefined, '0']) {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', value);
    const proxy = await startProxy(at(base, host), options);
    expect(await failureOf(proxy)).toEqual([502, 'UPSTREAM_CERTIFICATE']);
    await expect(proxy.client.checkReachable()).rejects.toMatchObject({ reason: why });
    expect(await probeUpstream(proxy.client, {})).toContain(`(${why})`);
  }
  vi.unstubAllEnvs();
  quiet.mockRestore();
  expect(heads).toEqual([]);
});

it.each([
  ['before the answer', ''],
  ['in the middle of it', HALF],
])('ends the request of a client that leaves %s, and blames nobody', async (_, bytes) => {
  const { stub, proxy } = await proxyTo(bytes);
  const client = await proxy.open(`${GET}\r\n`);
  await expect.poll(() => stub.heads.length).toBe(1);
  const [socket] = stub.open;
  client.destroy();
  await expect.poll(() => socket?.closed).toBe(true);
  expect(proxy.requests).toMatchObject([{ method: 'GET', status: 499, aborted: true }]);
  expect(proxy.defects).toEqual([]);
});

const LARGE = `${HEAD}Content-Length: 15000000\r\n\r\n${' '.repeat(15_000_000)}`;

it('gives up a client that takes nothing, and blames nobody', async () => {
  const { proxy } = await proxyTo(LARGE, { stuckMs: 1_000 });
  (await proxy.open(`${GET}\r\n`)).pause();
  await expect.poll(() => proxy.requests).toMatchObject([{ status: 200 }]);
  expect(proxy.defects).toEqual([]);
});

it.each([
  ['GET', 200, [false, false, true]],
  ['HEAD', 200, [false, true, true]],
  ['DELETE', 502, [false, false]],
])('sends %s again only if it reads, when a kept one has gone', async (method, status, closing) => {
  const used = new WeakSet<object>();
  const { stub, proxy } = await proxyTo(({ socket }) => {
    if (used.has(socket)) return socket.resetAndDestroy();
    used.add(socket);
    return socket.write(`${HEAD}Content-Length: 2\r\n\r\n{}`);
  });
  await proxy.ask('GET', '/bot_users/x');
  expect((await proxy.ask(method, '/bot_users/x')).status).toBe(status);
  expect(stub.heads.map((head) => head.includes('connection: close'))).toEqual(closing);
});

const baseOf = async (answer: RequestListener) => (await startUpstream(answer)).base.origin;

const probe = (base: string) =>
  probeUpstream(createUpstreamClient(new URL(base)), { 'Service-Version': '2' });

it('says nothing of a base that refuses in JSON because it got no key, or that lists', async () => {
  const refusing = await baseOf(saying(401, '{"error_code":"X"}'));
  const seen: unknown[] = [];
  const listing = await baseOf(({ url, headers }, response) => {
    seen.push([url, headers['service-version'], headers.authorization]);
    response.end('{"bot_users":[]}');
  });
  expect([await probe(refusing), await probe(`${listing}/v1`)]).toEqual([undefined, undefined]);
  expect(seen).toEqual([['/v1/bot_users?limit=1', '2', undefined]]);
});

it('names the likely correction', async () => {
  const page: RequestListener = ({ url }, response) => {
    if (url?.startsWith('/api/')) response.writeHead(401).end('{}');
    else response.setHeader('Content-Type', 'text/html').end('<!doctype html>');
  };
  const front = await baseOf(page);
  expect(await probe(front)).toBe(
    `UPSTREAM_URL ${front} does not answer like this API, but ${front}/api does: set it to that.`,
  );
  const moved = await baseOf(saying(301, '', { Location: 'https://api.example/' }));
  expect(await probe(moved)).toMatch(
    /redirects to https:\/\/api\.example\/, which is not followed/,
  );
  const other = await baseOf(saying(404, 'none', {}));
  expect(await probe(other)).toBe(
    `UPSTREAM_URL ${other} does not answer like this API (status 404, no content type): check the address.`,
  );
  expect(await probe('http://127.0.0.1:9')).toMatch(/cannot be reached \(.+\): check the address/);
  expect(await probe(await baseOf(() => {}))).toMatch(/cannot be reached \(no answer\): /);
});
