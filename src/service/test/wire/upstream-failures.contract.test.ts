import { once } from 'node:events';
import { inspect } from 'node:util';
import { expect, it, vi } from 'vitest';
import { probeUpstream } from '#service/http/upstream/probe.ts';
import {
  CERTIFICATE,
  connectTo,
  OTHER_CERTIFICATE,
  proxyTo,
  proxyToRaw,
  startProxy,
  startRawUpstream,
  startUpstream,
  type Proxy,
} from '#service/test/upstream.test.helper.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const SECRET = { headers: { Authorization: 'Bearer secret-key' } };

/** One request that has to fail in our form, without a word of what was sent or said, and to be logged. */
async function failureOf(proxy: Proxy, method = 'GET') {
  const body = method === 'POST' ? { body: '{"name":"secret-name"}' } : {};
  const answer = await proxy.ask(method, '/bot_users?before_id=secret-id', { ...SECRET, ...body });
  expect(answer.json).toEqual({
    error_code: expect.any(String),
    status_code: answer.status,
    msg: expect.any(String),
    details: { operation_id: 'op_own' },
  });
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(proxy.defects).toMatchObject([
    { error: answer.json && { code: answer.json.error_code }, operation: `${method} /bot_users` },
  ]);
  for (const shown of [answer.text, inspect(proxy.defects, { depth: 9 })])
    expect(shown).not.toContain('secret');
  return [answer.status, answer.json.error_code];
}

it('answers 502 when nothing listens there, or the name is unknown', async () => {
  const stub = await startRawUpstream(() => undefined);
  stub.server.close();
  for (const base of [stub.base, new URL('http://upstream.invalid')]) {
    const proxy = await startProxy(base);
    expect(await failureOf(proxy)).toEqual([502, 'UPSTREAM_UNREACHABLE']);
    expect(await proxy.client.isReachable()).toBe(false);
  }
});

it.each(['GET', 'POST'])(
  'answers 502 when the connection ends before the answer of %s',
  async (method) => {
    for (const end of ['destroy', 'resetAndDestroy'] as const) {
      const { stub, proxy } = await proxyToRaw((socket) => socket[end]());
      expect(await failureOf(proxy, method)).toEqual([502, 'UPSTREAM_LOST']);
      expect(stub.heads).toHaveLength(method === 'GET' ? 2 : 1);
    }
  },
);

it('speaks TLS with a certificate that is trusted', async () => {
  const stub = await startUpstream((_request, response) => response.end('ok'), CERTIFICATE);
  for (const host of ['127.0.0.1', 'localhost']) {
    const base = new URL(stub.base);
    base.hostname = host;
    const proxy = await startProxy(base, { ca: CERTIFICATE });
    expect((await proxy.ask('GET', '/bot_users')).text).toBe('ok');
    expect(await proxy.client.isReachable()).toBe(true);
  }
});

it('never speaks with a certificate that is not trusted, whatever Node is told', async () => {
  const stub = await startUpstream((_request, response) => response.end('ok'), CERTIFICATE);
  const quiet = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  for (const value of [undefined, '0']) {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', value);
    const proxy = await startProxy(stub.base);
    expect(await failureOf(proxy)).toEqual([502, 'UPSTREAM_CERTIFICATE']);
    expect(await proxy.client.isReachable()).toBe(false);
    expect(await probeUpstream(proxy.client, {})).toContain('(DEPTH_ZERO_SELF_SIGNED_CERT)');
  }
  vi.unstubAllEnvs();
  quiet.mockRestore();
  expect(stub.heads).toEqual([]);
});

it('never speaks with a certificate of another name', async () => {
  const stub = await startUpstream((_request, response) => response.end('ok'), OTHER_CERTIFICATE);
  const proxy = await startProxy(stub.base, { ca: OTHER_CERTIFICATE });
  expect(await failureOf(proxy)).toEqual([502, 'UPSTREAM_CERTIFICATE']);
  expect(await proxy.client.isReachable()).toBe(false);
});

it('answers 502 when the other side speaks no TLS', async () => {
  const stub = await startUpstream((_request, response) => response.end('ok'));
  const proxy = await startProxy(new URL(stub.base.href.replace('http', 'https')));
  expect(await failureOf(proxy)).toEqual([502, 'UPSTREAM_UNREACHABLE']);
});

it('gives up a connection that is not made in time', async () => {
  const stub = await startRawUpstream(() => undefined); // never shakes hands
  const base = new URL(stub.base.href.replace('http', 'https'));
  const proxy = await startProxy(base, { connectMs: 50 });
  expect(await failureOf(proxy)).toEqual([502, 'UPSTREAM_UNREACHABLE']);
  expect(await proxy.client.isReachable()).toBe(false);
});

it('has no such bound on a connection that it has kept', async () => {
  let delayMs = 0;
  const { proxy } = await proxyTo(
    (_request, response) => {
      setTimeout(() => response.end('ok'), delayMs);
    },
    { connectMs: 1_000 },
  );
  await proxy.ask('GET', '/bot_users');
  delayMs = 1_200;
  expect((await proxy.ask('GET', '/bot_users')).text).toBe('ok');
});

const HINTS =
  'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 2';

it.each([
  ['nothing comes after GET', 'GET', ''],
  ['nothing comes after POST', 'POST', ''],
  ['hints and half a head come', 'GET', HINTS],
])('answers 504 when %s', async (_name, method, bytes) => {
  const { proxy } = await proxyToRaw((socket) => void socket.write(bytes), { headMs: 50 });
  expect(await failureOf(proxy, method)).toEqual([504, 'UPSTREAM_TIMEOUT']);
});

it('reads the answer behind hints, which go no further', async () => {
  const { proxy } = await proxyToRaw((socket) => {
    socket.end(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${HEAD}Content-Length: 2\r\n\r\n{}`);
  });
  const answer = await proxy.raw(
    'GET /api/bot_users HTTP/1.1\r\nHost: gate.example\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n.*\r\n\r\n\{\}$/s);
  expect(answer).not.toContain('Link');
});

it.each([
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['a length beside chunks', `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ['chunks beside a length', `${HEAD}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n`],
  ['two lengths', `${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
  ['a control character', `${HEAD}ETag: a\x01b\r\n\r\n`],
  ['too many headers', `${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['an upgrade', 'HTTP/1.1 101 OK\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
  ['half an upgrade', 'HTTP/1.1 101 OK\r\n\r\n'],
  ['no status', 'HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n'],
])('answers 502 to %s', async (_name, bytes) => {
  const { proxy } = await proxyToRaw((socket) => socket.write(bytes));
  expect(await failureOf(proxy)).toEqual([502, 'UPSTREAM_UNREADABLE']);
});

it.each([
  ['HTTP/1.1', 'Content-Length: 50\r\n\r\n{"half":'],
  ['HTTP/1.1', 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"half":\r\n'],
  ['HTTP/1.0', 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"half":\r\n'],
])('breaks an answer to %s off when the upstream does: %s', async (version, bytes) => {
  for (const end of ['', 'zz\r\n']) {
    const { stub, proxy } = await proxyToRaw((socket) => socket.write(HEAD + bytes));
    const client = await connectTo(proxy.port);
    client.write(`GET /api/bot_users ${version}\r\nHost: gate.example\r\n\r\n`);
    await once(client, 'data');
    for (const socket of stub.sockets) socket.end(end);
    // A clean end would be taken for the end of the body by HTTP/1.0.
    await expect(once(client, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(proxy.defects).toMatchObject([{ error: { code: 'UPSTREAM_CUT' } }]);
  }
});

it('breaks an answer off that does not go on', async () => {
  const { proxy } = await proxyToRaw(
    (socket) => socket.write(`${HEAD}Content-Length: 9\r\n\r\n{`),
    { idleMs: 50 },
  );
  await expect(proxy.ask('GET', '/bot_users')).rejects.toThrow('terminated');
  await expect
    .poll(() => proxy.defects)
    .toMatchObject([{ error: { code: 'UPSTREAM_CUT', reason: 'UND_ERR_BODY_TIMEOUT' } }]);
});

it('makes a 502 of half an answer whose addresses it was to replace', async () => {
  const { proxy } = await proxyToRaw((socket) => socket.end(`${HEAD}Content-Length: 9\r\n\r\n{`), {
    publicBase: 'https://gate.example/api',
  });
  expect(await failureOf(proxy)).toEqual([502, 'UPSTREAM_CUT']);
});

it.each([
  ['before the answer', ''],
  ['in the middle of it', `${HEAD}Content-Length: 9\r\n\r\n{`],
])('ends the request when the client leaves %s', async (_when, bytes) => {
  const { stub, proxy } = await proxyToRaw((socket) => void socket.write(bytes));
  const client = await connectTo(proxy.port);
  client.write('GET /api/bot_users HTTP/1.1\r\nHost: gate.example\r\n\r\n');
  await expect.poll(() => stub.heads.length).toBe(1);
  if (bytes !== '') await once(client, 'data');
  const [asked] = stub.sockets;
  client.destroy();
  await expect.poll(() => asked?.destroyed).toBe(true);
  await proxy.ask('GET', '/nothing'); // what it had to log, it has logged by now
  expect(proxy.defects).toEqual([]);
});

it('leaves a client that takes nothing, without blaming the upstream', async () => {
  const { stub, proxy } = await proxyToRaw(
    (socket) => {
      socket.write(`${HEAD}Content-Length: 50000000\r\n\r\n${' '.repeat(50_000_000)}`);
    },
    { stuckMs: 1_000 },
  );
  const client = await connectTo(proxy.port);
  client.pause().write('GET /api/bot_users HTTP/1.1\r\nHost: gate.example\r\n\r\n');
  await expect.poll(() => stub.heads.length).toBe(1);
  const [asked] = stub.sockets;
  await expect.poll(() => asked?.destroyed).toBe(true);
  await proxy.ask('GET', '/nothing'); // what it had to log, it has logged by now
  expect(proxy.defects).toEqual([]);
});

/** Answers the first request of a connection; at the second it resets. */
const resetting = () => {
  const used = new WeakSet<object>();
  return startRawUpstream((socket) => {
    if (used.has(socket)) return void socket.resetAndDestroy();
    used.add(socket);
    socket.write(`${HEAD}Content-Length: 2\r\n\r\n{}`);
  });
};

it.each(['GET', 'HEAD'])('sends %s again when a kept connection has gone', async (method) => {
  const stub = await resetting();
  const proxy = await startProxy(stub.base);
  await proxy.ask('GET', '/bot_users');
  expect((await proxy.ask(method, '/bot_users')).status).toBe(200);
  expect(stub.heads.map((head) => head.split(' ')[0])).toEqual(['GET', method, method]);
  expect(stub.heads[2]).toContain('connection: close');
});

it.each(['POST', 'DELETE'])('never sends %s again', async (method) => {
  const stub = await resetting();
  const proxy = await startProxy(stub.base);
  await proxy.ask('GET', '/bot_users');
  const path = method === 'POST' ? '/bot_users' : '/bot_users/x';
  const answer = await proxy.ask(method, path, method === 'POST' ? { body: '{}' } : {});
  expect(answer.json).toMatchObject({
    error_code: 'UPSTREAM_LOST',
    msg: expect.stringContaining('check whether it was made'),
  });
  expect(stub.heads).toHaveLength(2);
});

it('keeps a connection, and closes it at the end', async () => {
  const { stub, proxy } = await proxyToRaw((socket) => {
    socket.write(`${HEAD}Content-Length: 2\r\n\r\n{}`);
  });
  await proxy.ask('GET', '/bot_users');
  await proxy.ask('DELETE', '/bot_users/x');
  expect(stub.sockets.size).toBe(1);
  expect(await proxy.client.isReachable()).toBe(true);
  void proxy.client.close();
  await expect.poll(() => stub.sockets.size).toBe(0);
});
