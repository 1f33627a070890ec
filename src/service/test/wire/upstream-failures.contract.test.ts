import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { probeUpstream } from '#service/http/upstream/probe.ts';
import {
  CERTIFICATE,
  GET,
  HEAD,
  OTHER_CERTIFICATE,
  proxyTo,
  startProxy,
  startUpstream,
  type Proxy,
  type ProxyOptions,
  type Script,
} from '#service/test/upstream.test.helper.ts';

const UNREACHABLE = [502, 'UPSTREAM_UNREACHABLE'];
const UNREADABLE = [502, 'UPSTREAM_UNREADABLE'];
const TIMEOUT = [504, 'UPSTREAM_TIMEOUT'];
const CERTIFICATE_REFUSED = [502, 'UPSTREAM_CERTIFICATE'];

const ok: Script = (_request, response) => response.end('ok');
const HALF = `${HEAD}Content-Length: 9\r\n\r\n{`;
const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';

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

it.each(['destroy', 'resetAndDestroy'] as const)(
  'answers 502 when the connection ends before the answer, by %s',
  async (end) => {
    for (const [method, asked] of [
      ['GET', 2],
      ['POST', 1],
    ] as const) {
      const { stub, proxy } = await proxyTo(({ socket }) => socket[end]());
      expect(await failureOf(proxy, method)).toEqual([502, 'UPSTREAM_LOST']);
      expect(stub.heads).toHaveLength(asked);
    }
  },
);

type Row = [string, Script, (string | number)[], (ProxyOptions & { method?: string })?];

/** What the upstream does, and what the client gets. */
it.each<Row>([
  ['says nothing to GET', '', TIMEOUT, { headMs: 50 }],
  ['says nothing to POST', '', TIMEOUT, { headMs: 50, method: 'POST' }],
  [
    'gives hints and half a head',
    `${HINTS}HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 2`,
    TIMEOUT,
    { headMs: 50 },
  ],
  [
    'gives half an answer whose addresses are to be replaced',
    ({ socket }) => socket.end(HALF),
    [502, 'UPSTREAM_CUT'],
    { publicBase: 'https://gate.example/api' },
  ],
  ...[
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['a length beside chunks', `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`],
    ['chunks beside a length', `${HEAD}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n`],
    ['two lengths', `${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
    ['a control character', `${HEAD}ETag: a\x01b\r\n\r\n`],
    ['too many headers', `${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['an upgrade', 'HTTP/1.1 101 OK\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['half an upgrade', 'HTTP/1.1 101 OK\r\n\r\n'],
    ['no status', 'HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n'],
  ].map(([name = '', bytes = '']): Row => [`says ${name}`, bytes, UNREADABLE]),
])('answers for an upstream that %s', async (_, script, expected, { method, ...options } = {}) => {
  const { proxy } = await proxyTo(script, options);
  expect(await failureOf(proxy, method)).toEqual(expected);
});

it('answers 502 when nobody listens there or speaks TLS', async () => {
  const gone = await startUpstream(ok);
  gone.server.close();
  const plain = await startUpstream(ok);
  const secured = new URL(plain.base.href.replace('http', 'https'));
  for (const base of [gone.base, secured, new URL('http://upstream.invalid')]) {
    const proxy = await startProxy(base);
    expect(await failureOf(proxy)).toEqual(UNREACHABLE);
    expect(await proxy.client.isReachable()).toBe(false);
  }
});

it('gives up a connection that is not made in time', async () => {
  const silent = createServer().listen(0, '127.0.0.1'); // never shakes hands
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo; // it listens by TCP
  const proxy = await startProxy(new URL(`https://127.0.0.1:${port}`), { connectMs: 50 });
  expect(await failureOf(proxy)).toEqual(UNREACHABLE);
  expect(await proxy.client.isReachable()).toBe(false);
});

it('speaks TLS with a certificate that is trusted', async () => {
  const { base } = await startUpstream(ok, CERTIFICATE);
  for (const host of ['127.0.0.1', 'localhost']) {
    const proxy = await startProxy(new URL(base.href.replace('127.0.0.1', host)), {
      ca: CERTIFICATE,
    });
    expect((await proxy.ask('GET', '/bot_users')).text).toBe('ok');
    expect(await proxy.client.isReachable()).toBe(true);
  }
});

it('never speaks with a certificate that is not trusted, whatever Node is told', async () => {
  const stub = await startUpstream(ok, CERTIFICATE);
  const quiet = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  for (const value of [undefined, '0']) {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', value);
    const proxy = await startProxy(stub.base);
    expect(await failureOf(proxy)).toEqual(CERTIFICATE_REFUSED);
    expect(await proxy.client.isReachable()).toBe(false);
    expect(await probeUpstream(proxy.client, {})).toContain('(DEPTH_ZERO_SELF_SIGNED_CERT)');
  }
  vi.unstubAllEnvs();
  quiet.mockRestore();
  expect(stub.heads).toEqual([]);
});

it('never speaks with a certificate of another name', async () => {
  const { base } = await startUpstream(ok, OTHER_CERTIFICATE);
  const proxy = await startProxy(base, { ca: OTHER_CERTIFICATE });
  expect(await failureOf(proxy)).toEqual(CERTIFICATE_REFUSED);
  expect(await proxy.client.isReachable()).toBe(false);
});

it('has no bound for connecting on a connection that it has kept', async () => {
  let delayMs = 0;
  const { proxy } = await proxyTo(
    (_request, response) => void setTimeout(() => response.end('ok'), delayMs),
    { connectMs: 1_000 },
  );
  await proxy.ask('GET', '/bot_users');
  delayMs = 1_200;
  expect((await proxy.ask('GET', '/bot_users')).text).toBe('ok');
});

it('reads the answer behind hints, which go no further', async () => {
  const { proxy } = await proxyTo(`${HINTS}${HEAD}Content-Length: 2\r\n\r\n{}`);
  const answer = await text(await proxy.open(`${GET}Connection: close\r\n\r\n`));
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n.*\r\n\r\n\{\}$/s);
  expect(answer).not.toContain('Link');
});

it.each([
  ['HTTP/1.1', 'Content-Length: 50\r\n\r\n{"half":'],
  ['HTTP/1.1', 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"half":\r\n'],
  ['HTTP/1.0', 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"half":\r\n'],
])('breaks an answer to %s off when the upstream does: %s', async (version, bytes) => {
  for (const end of ['', 'zz\r\n']) {
    const { stub, proxy } = await proxyTo(HEAD + bytes);
    const client = await proxy.open(`${GET.replace('HTTP/1.1', version)}\r\n`);
    await once(client, 'data');
    for (const socket of stub.open) socket.end(end);
    // A clean end would be taken for the end of the body by HTTP/1.0.
    await expect(once(client, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(proxy.defects).toMatchObject([{ error: { code: 'UPSTREAM_CUT' } }]);
  }
});

it('breaks an answer off that does not go on', async () => {
  const { proxy } = await proxyTo(HALF, { idleMs: 50 });
  await expect(proxy.ask('GET', '/bot_users')).rejects.toThrow('terminated');
  const error = { code: 'UPSTREAM_CUT', reason: 'UND_ERR_BODY_TIMEOUT' };
  await expect.poll(() => proxy.defects).toMatchObject([{ error }]);
});

const LARGE = `${HEAD}Content-Length: 50000000\r\n\r\n${' '.repeat(50_000_000)}`;

it.each([
  [499, 'leaves before the answer', '', 'destroy'],
  [200, 'leaves in the middle of it', HALF, 'destroy'],
  [200, 'takes nothing', LARGE, 'pause'],
] as const)('logs %i of a client that %s, and blames nobody', async (status, _, bytes, act) => {
  const { stub, proxy } = await proxyTo(bytes, { stuckMs: 1_000 });
  const client = await proxy.open(`${GET}\r\n`);
  await expect.poll(() => stub.heads.length).toBe(1);
  if (bytes === HALF) await once(client, 'data');
  client[act]();
  await expect.poll(() => stub.open.size).toBe(0); // its request has ended too
  await proxy.ask('GET', '/nothing'); // what it had to log, it has logged by now
  expect(proxy.requests[0]).toMatchObject({ method: 'GET', status, aborted: true });
  expect(proxy.defects).toEqual([]);
});

/** Answers the first request of a connection; at the second it resets. */
const resetting = () => {
  const used = new WeakSet<object>();
  return proxyTo(({ socket }) => {
    if (used.has(socket)) return socket.resetAndDestroy();
    used.add(socket);
    return socket.write(`${HEAD}Content-Length: 2\r\n\r\n{}`);
  });
};

it.each(['GET', 'HEAD'])('sends %s again when a kept connection has gone', async (method) => {
  const { stub, proxy } = await resetting();
  await proxy.ask('GET', '/bot_users');
  expect((await proxy.ask(method, '/bot_users')).status).toBe(200);
  expect(stub.asked()).toEqual(['GET', method, method].map((each) => `${each} /bot_users`));
  expect(stub.heads[2]).toContain('connection: close');
});

it.each([
  ['POST', '/bot_users', { body: '{}' }],
  ['DELETE', '/bot_users/x', {}],
])('never sends %s again', async (method, path, options) => {
  const { stub, proxy } = await resetting();
  await proxy.ask('GET', '/bot_users');
  expect((await proxy.ask(method, path, options)).json).toMatchObject({
    error_code: 'UPSTREAM_LOST',
    msg: expect.stringContaining('check whether it was made'),
  });
  expect(stub.heads).toHaveLength(2);
});

it('keeps a connection, and closes it at the end', async () => {
  const { stub, proxy } = await proxyTo(ok);
  await proxy.ask('GET', '/bot_users');
  await proxy.ask('DELETE', '/bot_users/x');
  expect(stub.open.size).toBe(1);
  expect(await proxy.client.isReachable()).toBe(true);
  void proxy.client.close();
  await expect.poll(() => stub.open.size).toBe(0);
});
