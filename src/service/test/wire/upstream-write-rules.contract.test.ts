import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createRateLimit, createRequestCounts } from '#service/domain/rate-limit.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { proxyTo } from '#service/test/upstream.test.helper.ts';

const rules = { protected_bot_users: ['prod-*'], protected_routes: ['prod *'] };

/** An upstream of another kind, which has one bot user and takes every change. */
const upstream =
  (status: number, body: string): RequestListener =>
  ({ method }, response) =>
    void response
      .writeHead(method === 'GET' ? status : 200, { 'Content-Type': 'application/json' })
      .end(method === 'GET' ? body : '{"changed":true}');

const named = (name: string) => JSON.stringify({ id: 'x1', name });

async function patch(answer: RequestListener, protection = rules, path = '/bot_users/x1') {
  const { stub, proxy } = await proxyTo(answer, { protection });
  const headers = { Authorization: 'Bearer k', 'Content-Type': 'application/json' };
  const response = await proxy.ask('PATCH', path, { headers, body: '{"active":false}' });
  const methods = stub.asked().map((line) => line?.split(' ')[0]);
  return { result: [outcome(response), ...methods], heads: stub.heads };
}

it('reads the name with the key of the caller before it passes a change on', async () => {
  const { result, heads } = await patch(upstream(200, named('test')));
  expect(result).toEqual(['200', 'GET', 'PATCH']);
  expect(heads[0]).toContain('authorization: Bearer k');
});

/** Although nobody has asked for that. */
const compressed: RequestListener = ({ method }, response) => {
  if (method === 'GET') response.setHeader('Content-Encoding', 'gzip');
  response.end(gzipSync(named('prod-x')));
};

it.each([
  ['a protected name', upstream(200, named('prod-x')), '403 PROTECTED'],
  ['a protected name that is compressed', compressed, '403 PROTECTED'],
  ['a protected name as it was copied', upstream(203, named('prod-x')), '403 PROTECTED'],
  ['no name', upstream(200, '{}'), '502 UPSTREAM_UNREADABLE'],
  ['nothing', upstream(204, ''), '502 UPSTREAM_UNREADABLE'],
  ['too much', upstream(200, named('x'.repeat(70_000))), '502 UPSTREAM_UNREADABLE'],
  ['a refusal, which is the answer', upstream(401, '{"error_code":"THEIRS"}'), '401 THEIRS'],
])('passes no change on after a read gives %s', async (_, answer, expected) => {
  expect((await patch(answer)).result).toEqual([expected, 'GET']);
});

it('reads nothing where only ids are protected, and refuses those, encoded or not', async () => {
  const id = 'bot_3E8yWmZ0qV5hXkT3JcR7bLfSgAa';
  const ids = { protected_bot_users: [id], protected_routes: [] };
  expect((await patch(upstream(500, ''), ids)).result).toEqual(['200', 'PATCH']);
  for (const spelling of [id, `%62${id.slice(1)}`]) {
    const { result } = await patch(upstream(500, ''), ids, `/bot_users/${spelling}`);
    expect(result).toEqual(['403 PROTECTED']);
  }
});

it('protects routes by the labels that everybody sees', async () => {
  const routes = [
    { id: 'r1', edge_id: 'e', label: 'prod api' },
    { id: 'r2', edge_id: 'e', label: 'test api' },
  ];
  const { stub, proxy } = await proxyTo(upstream(200, '{}'), {
    protection: rules,
    shared: { routes, ip_policies: [] },
  });
  const remove = (id: string) => proxy.ask('DELETE', `/edges/https/e/routes/${id}/ip_restriction`);
  for (const spelling of ['r1', '%72%31'])
    expect((await remove(spelling)).json.error_code).toBe('PROTECTED');
  expect((await remove('r2')).status).toBe(200);
  // What is protected is read without a question before.
  expect((await proxy.ask('GET', '/bot_users/x1')).status).toBe(200);
  expect(stub.heads).toHaveLength(2);
});

it('counts the changes of each key, and passes reads', async () => {
  const writeLimit = createRateLimit(1, createRequestCounts());
  const { proxy } = await proxyTo(upstream(200, '{}'), { writeLimit });
  const ask = (method: string, key: string, scheme = 'Bearer') =>
    proxy.ask(method, '/bot_users/x1', { headers: { Authorization: `${scheme} ${key}` } });
  expect(outcome(await ask('DELETE', 'one'))).toBe('200');
  for (const scheme of ['Bearer', 'bearer', 'Bearer '])
    expect(outcome(await ask('DELETE', 'one', scheme))).toBe('429 WRITES_LIMITED');
  expect(outcome(await ask('GET', 'one'))).toBe('200');
  expect(outcome(await ask('DELETE', 'other'))).toBe('200');
});
