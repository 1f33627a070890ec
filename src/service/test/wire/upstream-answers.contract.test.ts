import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { JSON_TYPE, proxyTo, saying, startProxy } from '#service/test/upstream.test.helper.ts';

/** Although nobody has asked for it. */
const compressed = (coding: string, body: Buffer) => {
  const headers = { 'Content-Encoding': coding, 'Content-Length': body.length, ETag: '"1"' };
  return saying(200, body, { ...headers, ...JSON_TYPE });
};

/** The test of the security headers has those that replace ours. */
const passed = {
  'Key-Access': 'read-only',
  // A Retry-After may be a date by the clock of the upstream, which this tells.
  Date: 'Fri, 31 Dec 2027 00:00:00 GMT',
  'Retry-After': 'Fri, 31 Dec 2027 00:00:07 GMT',
  ETag: '"1"',
  'RateLimit-Limit': '120',
  'X-RateLimit-Remaining': '3',
  Deprecation: '@1',
  Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
};
const dropped = {
  'Access-Control-Allow-Credentials': 'true',
  Refresh: '0; url=http://evil.example/',
  'X-Ratel': '1',
  'My-Etag': '1',
  'Cooperation-Id': 'x',
};
const nothingOf = (headers: object) =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, null]));
const typed = (type: string) => ({ 'Content-Type': type });
const TEXT_TYPE = typed('text/plain; charset=utf-8');
const asking = { 'WWW-Authenticate': 'Basic realm="x"', ...JSON_TYPE };
const ids = { 'Acme-Operation-Id': 'op', 'X-Request-Id': 'r' };
type Row = [string, Record<string, string>, Record<string, string | null>, number?];

/** The headers of the upstream, and those that the client gets: `null` has gone. Status and body stay the same. */
it.each<Row>([
  ['the headers of the API', passed, passed],
  ['no other header', dropped, { ...nothingOf(dropped), 'operation-id': 'op_own' }],
  ['JSON in any spelling', typed('Application/JSON; charset=utf-8'), JSON_TYPE],
  ['other JSON as JSON', typed('application/problem+json'), JSON_TYPE],
  ['HTML as text', typed('text/html; a=application/json'), TEXT_TYPE],
  ['scripts as text', typed('application/jsonp'), TEXT_TYPE],
  ['no type as text', {}, TEXT_TYPE],
  ['any status', asking, { 'www-authenticate': null }, 503],
  ['the status 401 with a challenge of our own', asking, { 'www-authenticate': 'Bearer' }, 401],
  ['the status 204 without a type', asking, nothingOf(asking), 204],
  ['the status 304 without a type', asking, nothingOf(asking), 304],
  ['an operation id of any name', ids, { 'operation-id': 'op' }],
  ['a request id as one', { 'X-Request-Id': 'r' }, { 'operation-id': 'r', 'x-request-id': 'r' }],
])('passes %s', async (_, theirs, headers, status = 200) => {
  const body = status === 204 || status === 304 ? '' : '{"a":"<script>"}';
  const { proxy } = await proxyTo(saying(status, body, theirs));
  const answer = await proxy.ask('GET', '/bot_users');
  expect([answer.status, answer.text]).toEqual([status, body]);
  for (const [name, value] of Object.entries(headers))
    expect([name, answer.headers.get(name)]).toEqual([name, value]);
  expect(proxy.defects).toEqual([]);
});

it.each([204, 304])(
  'passes a %i with the length of the body that it leaves out',
  async (status) => {
    const { proxy } = await proxyTo(`HTTP/1.1 ${status} Well\r\nContent-Length: 9\r\n\r\n`);
    expect((await proxy.ask('GET', '/bot_users')).status).toBe(status);
    expect(proxy.defects).toEqual([]);
  },
);

it.each([300, 399])('makes a 502 of the redirect %i', async (status) => {
  const headers = { Location: 'http://evil.example/?key=1' };
  const { proxy } = await proxyTo(saying(status, 'moved to evil', headers));
  const answer = await proxy.ask('GET', '/bot_users');
  expect(outcome(answer)).toBe('502 UPSTREAM_REDIRECT');
  expect(answer.headers.get('location')).toBeNull();
  expect(answer.text).not.toContain('evil');
  const error = { code: 'UPSTREAM_REDIRECT', reason: String(status) };
  expect(proxy.defects).toMatchObject([{ error, operationId: 'op_own' }]);
});

const publicBase = 'https://gate.example/api';
const theirs = 'http://10.0.0.1:4300/api/bot_users';
const list = (uri: string) => ({
  bot_users: [{ id: 'bot_1', uri: `${uri}/bot_1`, name: `"uri":"${theirs}"`, active: true }],
  uri,
  next_page_uri: `${uri}?before_id=bot_1&limit=1`,
});

it('puts its public address in place of the upstream’s, where it has one', async () => {
  const script = saying(200, JSON.stringify(list(theirs)));
  const { stub, proxy } = await proxyTo(script, { publicBase });
  const answer = await proxy.ask('GET', '/bot_users');
  expect(answer.json).toEqual(list(`${publicBase}/bot_users`));
  expect((await proxy.ask('HEAD', '/bot_users')).status).toBe(200);

  const plain = await startProxy(stub.base);
  expect((await plain.ask('GET', '/bot_users')).json).toEqual(list(theirs));
});

it.each([
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('reads a body in %s before it puts its address in', async (coding, compress) => {
  const body = compress(JSON.stringify(list(theirs)));
  const { proxy } = await proxyTo(compressed(coding, body), { publicBase });
  const answer = await proxy.ask('GET', '/bot_users');
  expect(answer.json).toEqual(list(`${publicBase}/bot_users`));
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(answer.text)));
  expect((await proxy.ask('HEAD', '/bot_users')).status).toBe(200);
});

const MB = 1024 * 1024;

it.each([
  ['is too large', 'identity', Buffer.alloc(16 * MB + 1, ' ')],
  ['gets too large', 'br', brotliCompressSync(Buffer.alloc(16 * MB + 1))],
  ['is not what it says', 'gzip', Buffer.from('{}')],
  ['nobody here can read', 'zstd', Buffer.from('{}')],
])('makes a whole 502 of a body that %s', async (_name, coding, body) => {
  const { proxy } = await proxyTo(compressed(coding, body), { publicBase });
  const answer = await proxy.ask('GET', '/bot_users');
  expect(outcome(answer)).toBe('502 UPSTREAM_UNREADABLE');
  for (const name of ['etag', 'content-encoding']) expect(answer.headers.get(name)).toBeNull();
  expect(proxy.defects).toMatchObject([{ error: { code: 'UPSTREAM_UNREADABLE' } }]);
});

it('gives what its operator shares to whom the upstream lets in, and to nobody else', async () => {
  const routes = [{ label: 'shop', edge_id: 'edghts_1', id: 'edghtsrt_1' }];
  const ip_policies = [{ id: 'ipp_1', name: 'Office', note: 'until May' }];
  const refusal = '{"error_code":"THEIRS"}';
  const script: RequestListener = (request, response) => {
    const isKnown = request.headers.authorization === 'Bearer known';
    const answer = isKnown ? saying(200, '{"bot_users":[]}') : saying(401, refusal);
    answer(request, response);
  };
  const { stub, proxy } = await proxyTo(script, { shared: { routes, ip_policies } });
  const ask = async (key: string, of: string, method = 'GET') => {
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await fetch(proxy.url.replace('/api', `/inventory/${of}`), { method, headers });
    return [answer.status, await answer.text()];
  };
  expect(await ask('known', 'routes')).toEqual([200, JSON.stringify({ routes })]);
  expect(await ask('known', 'ip-policies')).toEqual([200, JSON.stringify({ ip_policies })]);
  for (const of of ['routes', 'ip-policies'])
    expect(await ask('wrong', of)).toEqual([401, refusal]);
  expect(stub.asked()[0]).toBe('GET /bot_users?limit=1');
  expect((await ask('known', 'routes', 'POST'))[0]).toBe(405);
});
