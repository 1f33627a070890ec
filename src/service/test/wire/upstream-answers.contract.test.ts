import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { proxyTo, startProxy, startUpstream } from '#service/test/upstream.test.helper.ts';

it('passes of an answer the headers of the API only', async () => {
  // The test of the security headers has those that replace ours.
  const dropped = {
    'Access-Control-Allow-Credentials': 'true',
    'Clear-Site-Data': '"*"',
    Refresh: '0; url=http://evil.example/',
    Trailer: 'X-T',
    'WWW-Authenticate': 'Negotiate',
    'X-Ratel': '1',
    'My-Etag': '1',
  };
  const passed = {
    'Retry-After': '7',
    ETag: '"1"',
    'RateLimit-Limit': '120',
    'X-RateLimit-Remaining': '3',
    Deprecation: '@1',
    Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
  };
  const { proxy } = await proxyTo((_request, response) => {
    response.writeHead(200, { ...dropped, ...passed, 'Content-Type': 'application/json' });
    response.end('{}');
  });
  const { headers } = await proxy.ask('GET', '/bot_users');
  for (const [name, value] of Object.entries(passed)) expect(headers.get(name)).toBe(value);
  for (const name of Object.keys(dropped)) expect(headers.get(name)).toBeNull();
});

it('answers JSON as JSON, and every other content type as text', async () => {
  const json = ['application/json', 'Application/JSON; charset=utf-8', 'application/problem+json'];
  const other = [
    'text/html',
    'text/html; a=application/json',
    'application/jsonp',
    'image/svg+xml',
  ];
  let theirs: string | undefined;
  const { proxy } = await proxyTo((_request, response) => {
    if (theirs !== undefined) response.setHeader('Content-Type', theirs);
    response.end('<script>');
  });
  for (theirs of [...json, ...other, undefined]) {
    const answer = await fetch(`${proxy.url}/bot_users`);
    expect([theirs, answer.headers.get('content-type'), await answer.text()]).toEqual([
      theirs,
      json.includes(theirs ?? '') ? 'application/json' : 'text/plain; charset=utf-8',
      '<script>',
    ]);
  }
});

it('shows the operation id of the upstream, under whatever name, or its own', async () => {
  let theirs: Record<string, string> = {};
  const { proxy } = await proxyTo(
    (_request, response) => void response.writeHead(500, theirs).end(),
  );
  const cases: [typeof theirs, string][] = [
    [{}, 'op_own'],
    [{ 'Acme-Operation-Id': 'op_theirs', 'X-Request-Id': 'r' }, 'op_theirs'],
    [{ 'X-Request-Id': 'r' }, 'r'],
    [{ 'Operation-Id': 'op_theirs' }, 'op_theirs'],
    [{ 'Operation-Id': 'op_theirs', 'X-Request-Id': 'r' }, 'op_theirs'],
    [{ 'Cooperation-Id': 'x' }, 'op_own'],
  ];
  for (const [sent, shown] of cases) {
    theirs = sent;
    const { headers } = await proxy.ask('GET', '/bot_users');
    expect([sent, headers.get('operation-id')]).toEqual([sent, shown]);
    for (const [name, value] of Object.entries(sent))
      expect(headers.get(name)).toBe(shown === 'op_own' ? null : value);
  }
});

it('passes every status but a redirect, and asks for a key in its own way', async () => {
  let status = 0;
  const { proxy } = await proxyTo((_request, response) => {
    const headers = { 'WWW-Authenticate': 'Basic realm="x"', 'Content-Type': 'application/json' };
    response.writeHead(status, headers).end('{"a":1}');
  });
  for (status of [200, 201, 400, 401, 403, 404, 409, 429, 500, 503]) {
    const answer = await proxy.ask('GET', '/bot_users');
    expect([answer.status, answer.json]).toEqual([status, { a: 1 }]);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  }
  expect(proxy.defects).toEqual([]);
});

it.each([
  ['DELETE', 204],
  ['GET', 304],
])('answers %s %i without a body and its headers', async (method, status) => {
  const { proxy } = await proxyTo((_request, response) => {
    response.writeHead(status, { ETag: '"1"' }).end();
  });
  const answer = await proxy.ask(method, '/bot_users/x');
  expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([status, '', '"1"']);
  expect(answer.headers.get('content-type')).toBeNull();
});

it('asks HEAD as HEAD and tells the length of what it leaves out', async () => {
  const { stub, proxy } = await proxyTo((_request, response) => {
    response.writeHead(200, { 'Content-Length': 12, 'Content-Type': 'application/json' }).end();
  });
  const answer = await proxy.ask('HEAD', '/bot_users');
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(answer.headers.get('content-length')).toBe('12');
  expect(stub.heads[0]).toMatch(/^HEAD /);
});

it('passes a packed body as it is', async () => {
  const packed = gzipSync('{"a":1}');
  const { proxy } = await proxyTo((_request, response) => {
    response.writeHead(200, {
      'Content-Encoding': 'gzip',
      'Content-Length': packed.length,
      'Content-Type': 'application/json',
    });
    response.end(packed);
  });
  const answer = await proxy.ask('GET', '/bot_users');
  expect(answer.json).toEqual({ a: 1 });
  expect(answer.headers.get('content-length')).toBe(String(packed.length));
});

it('makes a 502 of every redirect', async () => {
  let status = 0;
  const { proxy } = await proxyTo((_request, response) => {
    response.writeHead(status, { Location: 'http://evil.example/?key=1' }).end('moved to evil');
  });
  for (status of [300, 301, 302, 303, 307, 308]) {
    const answer = await proxy.ask('GET', '/bot_users');
    expect([answer.status, answer.headers.get('location')]).toEqual([502, null]);
    expect(answer.json).toMatchObject({
      error_code: 'UPSTREAM_REDIRECT',
      status_code: 502,
      details: { operation_id: 'op_own' },
    });
    expect(answer.text).not.toContain('evil');
    expect(proxy.defects.splice(0)).toMatchObject([
      {
        error: { code: 'UPSTREAM_REDIRECT', reason: String(status) },
        operationId: 'op_own',
        operation: 'GET /bot_users',
      },
    ]);
  }
});

const publicBase = 'https://gate.example/api';
const theirs = 'http://10.0.0.1:4300/api/bot_users';
const list = (uri: string) => ({
  bot_users: [{ id: 'bot_1', uri: `${uri}/bot_1`, name: `"uri":"${theirs}"`, active: true }],
  uri,
  next_page_uri: `${uri}?before_id=bot_1&limit=1`,
});

it('puts its public address in place of the upstream’s, where it has one', async () => {
  const { stub, proxy } = await proxyTo(
    ({ headers }, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('X-Accept-Encoding', String(headers['accept-encoding']));
      response.end(JSON.stringify(list(theirs)));
    },
    { publicBase },
  );
  const answer = await proxy.ask('GET', '/bot_users', { headers: { 'Accept-Encoding': 'br' } });
  expect(answer.json).toEqual(list(`${publicBase}/bot_users`));
  expect(stub.heads[0]).toContain('accept-encoding: identity');
  expect((await proxy.ask('HEAD', '/bot_users')).status).toBe(200);

  const plain = await startProxy(stub.base);
  expect((await plain.ask('GET', '/bot_users')).json).toEqual(list(theirs));
});

/** An upstream whose response is compressed although nobody asked for it. */
const compressing = (coding: string, body: Buffer) =>
  startUpstream((_request, response) => {
    const headers = { 'Content-Encoding': coding, 'Content-Length': body.length, ETag: '"1"' };
    response.writeHead(200, { ...headers, 'Content-Type': 'application/json' }).end(body);
  });

it.each([
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', Buffer.from],
])('reads a body in %s before it puts its address in', async (coding, compress) => {
  const stub = await compressing(coding, compress(JSON.stringify(list(theirs))));
  const proxy = await startProxy(stub.base, { publicBase });
  const answer = await proxy.ask('GET', '/bot_users');
  expect(answer.json).toEqual(list(`${publicBase}/bot_users`));
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(answer.text)));
});

const MB = 1024 * 1024;

it.each([
  ['is too large', 'identity', Buffer.alloc(16 * MB + 1, ' ')],
  ['gets too large', 'br', brotliCompressSync(Buffer.alloc(16 * MB + 1))],
  ['is not what it says', 'gzip', Buffer.from('{}')],
  ['nobody here can read', 'zstd', Buffer.from('{}')],
])('makes a whole 502 of a body that %s', async (_name, coding, body) => {
  const stub = await compressing(coding, body);
  const proxy = await startProxy(stub.base, { publicBase });
  const answer = await proxy.ask('GET', '/bot_users');
  expect([answer.status, answer.json.error_code]).toEqual([502, 'UPSTREAM_UNREADABLE']);
  for (const name of ['etag', 'content-encoding']) expect(answer.headers.get(name)).toBeNull();
  expect(proxy.defects).toMatchObject([{ error: { code: 'UPSTREAM_UNREADABLE' } }]);
});

it('gives what its operator shares to whom the upstream lets in, and to nobody else', async () => {
  const stub = await startUpstream(({ headers }, response) => {
    const isKnown = headers.authorization === 'Bearer known';
    response.writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' });
    response.end(isKnown ? '{"bot_users":[]}' : '{"error_code":"THEIRS"}');
  });
  const routes = [{ label: 'shop', edge_id: 'edghts_1', id: 'edghtsrt_1' }];
  const ip_policies = [{ id: 'ipp_1', name: 'Office', note: 'until May' }];
  const proxy = await startProxy(stub.base, { shared: { routes, ip_policies } });
  const ask = async (key: string, method = 'GET', of = 'routes') => {
    const headers = { Authorization: `Bearer ${key}`, 'Service-Version': '2' };
    const answer = await fetch(proxy.url.replace('/api', `/inventory/${of}`), { method, headers });
    return [answer.status, await answer.text()];
  };
  expect(await ask('known')).toEqual([200, JSON.stringify({ routes })]);
  expect(await ask('known', 'GET', 'ip-policies')).toEqual([200, JSON.stringify({ ip_policies })]);
  expect(await ask('wrong', 'GET', 'ip-policies')).toEqual([401, '{"error_code":"THEIRS"}']);
  expect(await ask('wrong')).toEqual([401, '{"error_code":"THEIRS"}']);
  expect(stub.heads[0]).toMatch(/^GET \/bot_users\?limit=1\r\n/);
  expect((await ask('known', 'POST'))[0]).toBe(405);
});
