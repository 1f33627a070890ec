import { beforeEach, describe, expect, it } from 'vitest';
import type { JobItem, JobTarget, State } from '#bulk/job.ts';
import { routeKey } from '#bulk/route-ids.ts';
import { runOne } from '#web/features/jobs/undo.ts';
import { createRouteTarget } from '#web/features/routes/route-target.ts';
import { changesRecorded } from '#web/jobs/changes-on-demand.ts';
import { changes } from '#web/jobs/changes.ts';
import {
  makeRestriction,
  makeRoute,
  noResponse,
  refuse,
  restrictionPath,
  startFakeService,
  type FakeService,
} from '#web/test/fake-service.ts';
import '#web/test/session.ts';

const id = routeKey(makeRoute('r'));
const PATH = restrictionPath('r');
const on = { enabled: true, ip_policy_ids: ['a'] };
const off = { ...on, enabled: false };
const more = { enabled: true, ip_policy_ids: ['a', 'b'] };
const change = (before: State | null, after: State | null) => ({ id, label: 'r', before, after });

let service: FakeService;
let target: JobTarget;
const store = ({ enabled, ip_policy_ids }: typeof on) =>
  void (service.restrictions[PATH] = makeRestriction(enabled, ...ip_policy_ids));
const stored = () => service.restrictions[PATH];
const asked = () => service.requests.splice(0).map((line) => line.split(' ')[0]);

beforeEach(() => {
  service = startFakeService();
  store(on);
  target = createRouteTarget();
});

it('removes one, and puts it back days later', async () => {
  await target.read(id, {});
  expect(await target.write(change(on, null), {})).toEqual({ id, state: null });
  expect(await target.read(id, {})).toBeNull();
  expect(await target.write(change(null, on), {})).toEqual({ id, state: on });
  expect(stored()).toEqual(makeRestriction(true, 'a'));
  // The job has its own list.
  await changesRecorded();
  expect(changes.get()).toEqual([]);
});

it('puts nothing back over what stands there now, whatever was read for the plan', async () => {
  delete service.restrictions[PATH];
  expect(await target.read(id, {})).toBeNull();
  store(off);
  asked();
  const write = target.write(change(null, on), {});
  await expect(write).rejects.toMatchObject({ failure: { status: 412 } });
  store(on);
  expect(await target.write(change(null, on), {})).toEqual({ id, state: on });
  expect(asked()).toEqual(['GET', 'GET']);
});

it('finds what was put back though its response was lost', async () => {
  expect(await target.findCreated(change(null, off), 0, {})).toBeUndefined();
  expect(await target.findCreated(change(null, on), 0, {})).toEqual({ id, state: on });
});

it('says what becomes of one; the order of policies makes no difference', () => {
  expect(target.kindOf(change(on, off))).toBe('replace');
  expect(target.kindOf(change(on, null))).toBe('delete');
  expect(target.kindOf(change(null, on))).toBe('create');
  const turned = { ...more, ip_policy_ids: ['b', 'a'] };
  expect(target.kindOf(change(more, turned))).toBe('no-change');
});

describe('one item of a roll-out', () => {
  const item = change(on, more);
  const run = (of = item) => runOne('route', target, of, {});

  it('is made of what was read just before, over policies in another order as well', async () => {
    store({ enabled: true, ip_policy_ids: ['c', 'a'] });
    const before = { enabled: true, ip_policy_ids: ['a', 'c'] };
    const wanted = { enabled: true, ip_policy_ids: ['a', 'c', 'b'] };
    expect(await run(change(before, wanted))).toMatchObject({ status: 'confirmed' });
    expect(asked()).toEqual(['GET', 'PUT']);
    expect(stored()).toEqual(makeRestriction(true, 'a', 'c', 'b'));
  });

  it.each([
    ['404 without a code', {}, 'failed', 'The service answered 404.'],
    ['404 about an id', { error_code: 'ERR_X_222' }, 'failed', 'The service answered 404.'],
    ['404 about its route', { error_code: 'ROUTE_NOT_FOUND' }, 'skipped', 'No longer exists.'],
    ['400 about its route', { error_code: 'ERR_X_7110' }, 'skipped', 'No longer exists.'],
  ])('has failed by a %s, unless that is of its route', async (of, code, status, reason) => {
    service.on('PUT', () => refuse(parseInt(of, 10), { msg: 'Not found', ...code }));
    expect(await run()).toMatchObject({ status, reason });
  });

  it('is left where it is another one than in the plan', async () => {
    store(off);
    expect(await run()).toMatchObject({ status: 'skipped', found: off });
    expect(asked()).toEqual(['GET']);
  });

  it('overwrites nothing that was changed between its read and its write', async () => {
    service.on('PUT', (happen) => (store(off), happen()));
    expect(await run()).toMatchObject({ status: 'skipped', reason: 'Changed since the plan.' });
    expect(stored()).toEqual(makeRestriction(false, 'a'));
  });

  it.each([
    ['a policy that was added', item],
    ['one that it did not touch', change({ ...more, enabled: false }, more)],
  ])('is unsure where the service drops %s, and says what it has now', async (_, changed) => {
    store(changed.before as typeof on);
    service.on('PUT', () => (store(on), Response.json(makeRestriction(true, 'a'))));
    const reason = 'The service saved something different.';
    expect(await run(changed)).toMatchObject({ status: 'unsure', reason, found: on });
  });

  it.each<[string, () => Response | Error]>([
    ['null', () => Response.json(null)],
    ['a lost response', noResponse],
  ])(
    'does not take %s of a write for a success, and looks before it is sent again',
    async (_, w) => {
      service.on('PUT', () => (store(more), w()));
      expect<JobItem>(await run()).toMatchObject({ status: 'unsure' });
      asked();
      expect(await run()).toMatchObject({ status: 'confirmed' });
      expect(asked()).toEqual(['GET']);
    },
  );
});
