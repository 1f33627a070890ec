import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createRateLimit, createRequestCounts } from '#service/domain/rate-limit.ts';
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
  const { status, json } = await proxy.ask('PATCH', path, {
    headers: { Authorization: 'Bearer k', 'Content-Type': 'application/json' },
    body: '{"active":false}',
  });
  return {
    status,
    json,
    methods: stub.asked().map((line) => line?.split(' ')[0]),
    heads: stub.heads,
  };
}

it('reads the name with the key of the caller before it passes a change on', async () => {
  const { status, methods, heads } = await patch(upstream(200, named('test')));
  expect([status, methods]).toEqual([200, ['GET', 'PATCH']]);
  expect(heads[0]).toContain('authorization: Bearer k');
});

const UNREADABLE = 'UPSTREAM_UNREADABLE';

it.each([
  ['a protected name', upstream(200, named('prod-x')), 403, { error_code: 'PROTECTED' }],
  ['no name', upstream(200, '{}'), 502, { error_code: UNREADABLE }],
  ['too much', upstream(200, named('x'.repeat(70_000))), 502, { error_code: UNREADABLE }],
  ['a refusal, which is the answer', upstream(401, '{"msg":"who?"}'), 401, { msg: 'who?' }],
  [
    // Nobody has asked for that.
    'a protected name that is compressed',
    (({ method }, response) => {
      if (method === 'GET') response.setHeader('Content-Encoding', 'gzip');
      response.end(gzipSync(named('prod-x')));
    }) satisfies RequestListener,
    403,
    { error_code: 'PROTECTED' },
  ],
])('passes no change on after a read gives %s', async (_, answer, expected, said) => {
  const { status, json, methods } = await patch(answer);
  expect([status, json, methods]).toEqual([expected, expect.objectContaining(said), ['GET']]);
});

it('reads nothing where only ids are protected, and refuses those, encoded or not', async () => {
  const id = 'bot_3E8yWmZ0qV5hXkT3JcR7bLfSgAa';
  const ids = { protected_bot_users: [id], protected_routes: [] };
  const free = await patch(upstream(500, ''), ids);
  expect([free.status, free.methods]).toEqual([200, ['PATCH']]);
  for (const spelling of [id, `%62${id.slice(1)}`]) {
    const refused = await patch(upstream(500, ''), ids, `/bot_users/${spelling}`);
    expect([refused.status, refused.json.error_code, refused.methods]).toEqual([
      403,
      'PROTECTED',
      [],
    ]);
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
  expect(stub.heads).toHaveLength(1);
});

it('reads what is protected, and asks nothing before', async () => {
  const { stub, proxy } = await proxyTo(upstream(200, named('prod-x')), { protection: rules });
  expect((await proxy.ask('GET', '/bot_users/x1')).status).toBe(200);
  expect(stub.heads).toHaveLength(1);
});

it('counts the changes of each key, and passes reads', async () => {
  const { proxy } = await proxyTo(upstream(200, '{}'), {
    writeLimit: createRateLimit(1, createRequestCounts()),
  });
  const ask = (method: string, key: string) =>
    proxy.ask(method, '/bot_users/x1', { headers: { Authorization: `Bearer ${key}` } });
  expect((await ask('DELETE', 'one')).status).toBe(200);
  const refused = await ask('DELETE', 'one');
  expect([refused.status, refused.json.error_code]).toEqual([429, 'WRITES_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('GET', 'one')).status).toBe(200);
  expect((await ask('DELETE', 'other')).status).toBe(200);
});
