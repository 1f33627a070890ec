// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api/query-client.ts';
import { routeKey } from '#web/features/routes/known-routes.ts';

import type { JobTarget, State } from '#web/jobs/job.ts';

const id = routeKey({ edge_id: 'e', id: 'r' });
const on = { enabled: true, ip_policy_ids: ['a'] };
const off = { ...on, enabled: false };
const change = (before: State | null, after: State | null) => ({ id, label: 'r', before, after });

/** As the service has it; its tag follows each change. */
let module: typeof on | null;
let version: number;
let asked: string[];
let target: JobTarget;

async function respond({
  method,
  headers,
  json,
}: {
  method: string;
  headers: Headers;
  json: () => Promise<typeof on>;
}) {
  const condition = headers.get('if-match') ?? headers.get('if-none-match') ?? '';
  asked.push(`${method} ${condition}`.trim());
  const tag = `"${version}"`;
  if (method !== 'GET') {
    if (condition === '*' ? module !== null : condition !== '' && condition !== tag)
      return Response.json({ error_code: 'PRECONDITION_FAILED' }, { status: 412 });
    module = method === 'PUT' ? await json() : null;
    version += 1;
  }
  if (method === 'DELETE') return new Response(null, { status: 204 });
  if (module === null) return Response.json({ error_code: 'MODULE_NOT_FOUND' }, { status: 404 });
  const ip_policies = module.ip_policy_ids.map((policy) => ({ id: policy, uri: '' }));
  return Response.json(
    { enabled: module.enabled, ip_policies },
    { headers: { etag: `"${version}"` } },
  );
}

beforeEach(async () => {
  module = on;
  version = 1;
  asked = [];
  vi.stubGlobal('fetch', async (request: Request) =>
    request.url.endsWith('/config.json')
      ? Response.json({ service_host: 'h' })
      : respond({ method: request.method, headers: request.headers, json: () => request.json() }),
  );
  vi.resetModules();
  const { createRouteTarget } = await import('#web/features/routes/route-target.ts');
  const { loadConfig } = await import('#web/api/config.ts');
  await loadConfig();
  target = createRouteTarget(createQueryClient());
});
afterEach(() => vi.unstubAllGlobals());

it('replaces what was read just before, and nothing else', async () => {
  expect(await target.read(id, {})).toEqual(on);
  expect(await target.write(change(on, off), {})).toEqual({ id, state: off });
  expect(asked).toEqual(['GET', 'PUT "1"']);
  expect(module).toEqual(off);
});

it('is refused by the service where somebody was faster', async () => {
  await target.read(id, {});
  version += 1;
  await expect(target.write(change(on, off), {})).rejects.toMatchObject({
    failure: { status: 412 },
  });
  expect(module).toEqual(on);
});

it('removes a module, and puts it back days later', async () => {
  await target.read(id, {});
  expect(await target.write(change(on, null), {})).toEqual({ id, state: null });
  expect(await target.read(id, {})).toBeNull();
  expect(await target.write(change(null, on), {})).toEqual({ id, state: on });
  expect(module).toEqual(on);
  expect(asked).toEqual(['GET', 'DELETE "1"', 'GET', 'PUT *']);
});

it('puts nothing back over what stands there now', async () => {
  module = off;
  await expect(target.write(change(null, on), {})).rejects.toMatchObject({
    failure: { status: 412 },
  });
  expect(asked).toEqual(['GET']);
  module = on;
  expect(await target.write(change(null, on), {})).toEqual({ id, state: on });
  expect(asked).toEqual(['GET', 'GET']);
});

it('finds what was put back though its response was lost', async () => {
  expect(await target.findCreated(change(null, off), 0, {})).toBeUndefined();
  expect(await target.findCreated(change(null, on), 0, {})).toEqual({ id, state: on });
});

it('says what becomes of a module; the order of policies makes no difference', () => {
  const two = { enabled: true, ip_policy_ids: ['a', 'b'] };
  expect(target.kindOf(change(on, off))).toBe('replace');
  expect(target.kindOf(change(on, null))).toBe('delete');
  expect(target.kindOf(change(null, on))).toBe('create');
  expect(target.kindOf(change(two, { ...two, ip_policy_ids: ['b', 'a'] }))).toBe('no-change');
});
