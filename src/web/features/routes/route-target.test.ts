// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routeKey } from '#web/features/routes/stored-route.ts';

import type { Change, JobItem, JobTarget, State } from '#web/jobs/job.ts';

const id = routeKey({ edge_id: 'e', id: 'r' });
const on = { enabled: true, ip_policy_ids: ['a'] };
const off = { ...on, enabled: false };
const change = (before: State | null, after: State | null) => ({ id, label: 'r', before, after });

/** As the service has it; its tag follows each change. */
let stored: typeof on | null;
let version: number;
let asked: string[];
let target: JobTarget;
/** In place of a response, once. */
let instead: (method: string) => Response | undefined;
/** As a job or a press does it. */
let runOne: (change: Change) => Promise<JobItem>;

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
  const other = instead(method);
  if (other) return other;
  const tag = `"${version}"`;
  if (method !== 'GET') {
    if (condition === '*' ? stored !== null : condition !== '' && condition !== tag)
      return Response.json({ error_code: 'PRECONDITION_FAILED' }, { status: 412 });
    stored = method === 'PUT' ? await json() : null;
    version += 1;
  }
  if (method === 'DELETE') return new Response(null, { status: 204 });
  if (stored === null) return Response.json({ error_code: 'MODULE_NOT_FOUND' }, { status: 404 });
  const ip_policies = stored.ip_policy_ids.map((policy) => ({ id: policy, uri: '' }));
  return Response.json(
    { enabled: stored.enabled, ip_policies },
    { headers: { etag: `"${version}"` } },
  );
}

beforeEach(async () => {
  stored = on;
  version = 1;
  asked = [];
  instead = () => undefined;
  vi.stubGlobal('fetch', async (request: Request) =>
    request.url.endsWith('/config.json')
      ? Response.json({ service_host: 'h' })
      : respond({ method: request.method, headers: request.headers, json: () => request.json() }),
  );
  vi.resetModules();
  const { createRouteTarget } = await import('#web/features/routes/route-target.ts');
  const { loadConfig } = await import('#web/api/config.ts');
  await loadConfig();
  target = createRouteTarget();
  const jobs = await import('#web/jobs/make-change.ts');
  runOne = (of) => jobs.runOne(target, of, {});
});
afterEach(() => vi.unstubAllGlobals());

it('replaces what was read just before, and nothing else', async () => {
  expect(await target.read(id, {})).toEqual(on);
  expect(await target.write(change(on, off), {})).toEqual({ id, state: off });
  expect(asked).toEqual(['GET', 'PUT "1"']);
  expect(stored).toEqual(off);
});

it('is refused by the service where somebody was faster', async () => {
  await target.read(id, {});
  version += 1;
  await expect(target.write(change(on, off), {})).rejects.toMatchObject({
    failure: { status: 412 },
  });
  expect(stored).toEqual(on);
});

it('removes one, and puts it back days later', async () => {
  await target.read(id, {});
  expect(await target.write(change(on, null), {})).toEqual({ id, state: null });
  expect(await target.read(id, {})).toBeNull();
  expect(await target.write(change(null, on), {})).toEqual({ id, state: on });
  expect(stored).toEqual(on);
  expect(asked).toEqual(['GET', 'DELETE "1"', 'GET', 'PUT *']);
});

it('puts nothing back over what stands there now', async () => {
  stored = off;
  await expect(target.write(change(null, on), {})).rejects.toMatchObject({
    failure: { status: 412 },
  });
  expect(asked).toEqual(['GET']);
  stored = on;
  expect(await target.write(change(null, on), {})).toEqual({ id, state: on });
  expect(asked).toEqual(['GET', 'GET']);
});

it('finds what was put back though its response was lost', async () => {
  expect(await target.findCreated(change(null, off), 0, {})).toBeUndefined();
  expect(await target.findCreated(change(null, on), 0, {})).toEqual({ id, state: on });
});

it('says what becomes of a stored; the order of policies makes no difference', () => {
  const two = { enabled: true, ip_policy_ids: ['a', 'b'] };
  expect(target.kindOf(change(on, off))).toBe('replace');
  expect(target.kindOf(change(on, null))).toBe('delete');
  expect(target.kindOf(change(null, on))).toBe('create');
  expect(target.kindOf(change(two, { ...two, ip_policy_ids: ['b', 'a'] }))).toBe('no-change');
});

describe('one item of a roll-out', () => {
  const more = { enabled: true, ip_policy_ids: ['a', 'b'] };
  const item = change(on, more);

  it('is made over policies in another order as well', async () => {
    stored = { enabled: true, ip_policy_ids: ['c', 'a'] };
    const wanted = { enabled: true, ip_policy_ids: ['a', 'c', 'b'] };
    const before = { enabled: true, ip_policy_ids: ['a', 'c'] };
    expect(await runOne(change(before, wanted))).toMatchObject({ status: 'confirmed' });
    expect(stored).toEqual(wanted);
  });

  it('is left where it is another one than in the plan', async () => {
    stored = off;
    expect(await runOne(item)).toMatchObject({ status: 'skipped', found: off });
    expect(asked).toEqual(['GET']);
  });

  it('overwrites nothing that was changed between its read and its write', async () => {
    instead = (method) => {
      if (method === 'PUT' && version === 1) [stored, version] = [off, 2];
      return undefined;
    };
    expect(await runOne(item)).toMatchObject({
      status: 'skipped',
      reason: 'Changed since the plan.',
    });
    expect(stored).toEqual(off);
  });

  it.each([
    ['a policy that was added', item],
    ['one that it did not touch', change({ ...more, enabled: false }, more)],
  ])('is unsure where the service drops %s, and says what it has now', async (_, changed) => {
    stored = changed.before as typeof on;
    instead = (method) => {
      if (method !== 'PUT') return undefined;
      stored = { enabled: true, ip_policy_ids: ['a'] };
      return Response.json({ enabled: true, ip_policies: [{ id: 'a', uri: '' }] });
    };
    expect(await runOne(changed)).toMatchObject({
      status: 'unsure',
      reason: 'The service saved something different.',
      found: { enabled: true, ip_policy_ids: ['a'] },
    });
  });

  it.each([
    ['null', () => Response.json(null)],
    ['{}', () => Response.json({})],
    ['204', () => new Response(null, { status: 204 })],
  ])('takes %s of a read for none', async (_, respondWith) => {
    instead = (method) => (method === 'GET' ? respondWith() : undefined);
    expect(await runOne(item)).toMatchObject({ status: 'skipped', found: null });
    expect(asked).toEqual(['GET']);
  });

  it.each<[string, () => Response]>([
    ['null', () => Response.json(null)],
    ['{}', () => Response.json({})],
    ['204', () => new Response(null, { status: 204 })],
    [
      'a lost response',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])(
    'does not take %s of a write for a success, and looks before it is sent again',
    async (_, w) => {
      instead = (method) => {
        if (method !== 'PUT') return undefined;
        [stored, version] = [more, 2];
        return w();
      };
      expect(await runOne(item)).toMatchObject({ status: 'unsure' });
      asked = [];
      expect(await runOne(item)).toMatchObject({
        status: 'confirmed',
      });
      expect(asked).toEqual(['GET']);
    },
  );
});
