import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/errors.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { readRestriction, writeRestriction } from '#web/features/routes/queries.ts';
import { readMany } from '#web/features/routes/use-reading.ts';
import { session } from '#web/session/session.ts';
import {
  makeRestriction,
  makeRoute,
  noResponse,
  refuse,
  restrictionPath,
  startFakeService,
} from '#web/test/fake-service.ts';
import { signIn } from '#web/test/session.ts';

const route = makeRoute('route_1');
const PATH = restrictionPath('route_1');
const restriction = (enabled: boolean, ...ip_policy_ids: string[]) => ({ enabled, ip_policy_ids });

const startService = () =>
  startFakeService({ restrictions: { [PATH]: makeRestriction(true, 'a') } });

/** And its IP restriction has been read. */
async function open() {
  const service = startService();
  return { service, basis: await readRestriction(route) };
}

/** A service that knows no tags, or no conditions. */
const withoutTags = (service: ReturnType<typeof startFakeService>) =>
  service.on(`GET ${PATH}`, (happen) => {
    const response = happen();
    response.headers.delete('etag');
    return response;
  });

beforeEach(() => {
  knownRoutes().add([{ ...route, label: 'checkout' }]);
});

it('takes from a code that no route has such an id', async () => {
  startFakeService().on(`GET ${PATH}`, () => refuse(404, { error_code: 'ERR_X_222' }));
  expect(await readRestriction(route)).toMatchObject({ restriction: null, missing: 'route' });
  expect(knownRoutes().find(route)?.last_check?.state).toBe('not-found');
});

it('a write with tags is made of what was read, and keeps what it has replaced', async () => {
  const { service, basis } = await open();
  const result = await writeRestriction(route, { basis, wanted: restriction(false, 'a') });
  expect(result).toMatchObject({
    kind: 'saved',
    isAsSent: true,
    change: { before: restriction(true, 'a') },
    now: { restriction: restriction(false, 'a') },
  });
  expect(service.methods()).toEqual(['GET', 'PUT']);
  expect(knownRoutes().find(route)).toMatchObject({
    last_check: { state: 'off', ip_policy_ids: ['a'] },
    former: { enabled: true, ip_policy_ids: ['a'] },
  });
});

it('a write with tags changes nothing where another was first, and says what there is now', async () => {
  const { service, basis } = await open();
  service.restrictions[PATH] = makeRestriction(true, 'a', 'b');
  const result = await writeRestriction(route, { basis, wanted: null });
  expect(result).toMatchObject({
    kind: 'changedMeanwhile',
    now: {
      restriction: restriction(true, 'a', 'b'),
      condition: { ifMatch: expect.any(String) as string },
    },
  });
  expect(service.restrictions[PATH]).toEqual(makeRestriction(true, 'a', 'b'));
});

it('a write with tags does not replace one that somebody else has added first', async () => {
  const service = startService();
  await readRestriction(route); // it has tags
  delete service.restrictions[PATH];
  const basis = await readRestriction(route);
  service.restrictions[PATH] = makeRestriction(true, 'b');
  const result = await writeRestriction(route, { basis, wanted: restriction(true, 'a') });
  expect(result.kind).toBe('changedMeanwhile');
  // By its condition, not by one more read.
  expect(service.methods().slice(0, 3)).toEqual(['GET', 'GET', 'PUT']);
});

it('a write with tags drops a tag that is shown again right after it was refused', async () => {
  const { service, basis } = await open();
  service.fail(`PUT ${PATH}`, () => refuse(412), 1);
  const first = await writeRestriction(route, { basis, wanted: restriction(false, 'a') });
  expect(first.kind).toBe('changedMeanwhile');
  const now = 'now' in first ? first.now : basis;
  expect(now.condition).toBeUndefined();
  const next = await writeRestriction(route, { basis: now, wanted: restriction(false, 'a') });
  expect(next.kind).toBe('saved');
});

it('a write without tags reads again and compares', async () => {
  const service = startService();
  withoutTags(service);
  const change = { basis: await readRestriction(route), wanted: restriction(true, 'b') };
  service.restrictions[PATH] = makeRestriction(false, 'a');
  expect((await writeRestriction(route, change)).kind).toBe('changedMeanwhile');
  expect(service.sent('PUT')).toEqual([]);
  expect(service.sent('GET')).toHaveLength(2);
});

it('a write without tags takes no 412 for the change of another, and a route that is gone for none', async () => {
  const service = startService();
  withoutTags(service);
  const wanted = restriction(true, 'b');
  service.fail(`PUT ${PATH}`, () => refuse(412), 1);
  const write = writeRestriction(route, { basis: await readRestriction(route), wanted });
  await expect(write).rejects.toMatchObject({ failure: { status: 412 } });
  delete service.restrictions[PATH];
  const { condition: _, ...basis } = await readRestriction(route);
  service.on(`GET ${PATH}`, () => refuse(404, { error_code: 'ROUTE_NOT_FOUND' }));
  const result = await writeRestriction(route, { basis, wanted });
  expect(result).toEqual({ kind: 'notFound', missing: 'route' });
  expect(service.sent('PUT')).toHaveLength(1);
});

it('a write whose read has waited for another key is not sent by itself', async () => {
  const service = startService();
  withoutTags(service);
  const change = { basis: await readRestriction(route), wanted: restriction(true, 'b') };
  service.fail(`GET ${PATH}`, () => refuse(401), 1);
  const write = writeRestriction(route, change);
  await vi.waitFor(() => expect(session.state().kind).toBe('expired'));
  session.signIn('key-of-anybody', false);
  await expect(write).rejects.toMatchObject({ failure: { kind: 'blocked' } });
  expect(service.sent('PUT')).toEqual([]);
});

it.each([
  [404, 'EDGE_NOT_FOUND', 'edge'],
  [400, 'ERR_NGROK_7110', 'route'],
])(
  'counts a removal of what is gone as made, and %i %s as not found',
  async (status, error_code, missing) => {
    const { service, basis } = await open();
    const stop = service.on(`DELETE ${PATH}`, () => refuse(404));
    expect((await writeRestriction(route, { basis, wanted: null })).kind).toBe('saved');
    stop();
    service.on(`PUT ${PATH}`, () => refuse(status, { error_code }));
    const result = await writeRestriction(route, { basis, wanted: restriction(true) });
    expect(result).toEqual({ kind: 'notFound', missing });
  },
);

it('does not show a read that began before a write, and reads again', async () => {
  const { service, basis } = await open();
  const held = service.hold(`GET ${PATH}`);
  const slow = readRestriction(route);
  await held.next();
  await writeRestriction(route, { basis, wanted: restriction(false, 'a') });
  await held.answer(Response.json(makeRestriction(true, 'a')));
  held.release();
  expect((await slow).restriction).toEqual(restriction(false, 'a'));
  expect(knownRoutes().find(route)?.last_check?.state).toBe('off');
});

it('claims nothing after a write of which nobody knows, and keeps what it may have replaced', async () => {
  const { service, basis } = await open();
  const held = service.hold(`GET ${PATH}`);
  const slow = readRestriction(route);
  await held.next();
  service.on(`PUT ${PATH}`, (happen) => (happen(), noResponse()));
  const result = await writeRestriction(route, { basis, wanted: restriction(false, 'a') });
  expect(result.kind).toBe('unsure');
  expect(knownRoutes().find(route)).toMatchObject({
    last_check: undefined,
    former: { enabled: true, ip_policy_ids: ['a'] },
  });
  await held.answer(Response.json(makeRestriction(true, 'a')));
  held.release();
  expect((await slow).restriction).toEqual(restriction(false, 'a'));
});

it('keeps what was found of shared routes, and not their list, when the session ends', () => {
  const shared = { ...makeRoute('shared'), label: 'shared' };
  knownRoutes().share([shared]);
  for (const state of ['on', 'off'] as const)
    knownRoutes().recordCheck(shared, { state, ip_policy_ids: [], read_at: 1 });
  session.end('signed-out');
  expect(knownRoutes().find(shared)).toBeUndefined();
  knownRoutes().share([shared]);
  expect(knownRoutes().find(shared)?.last_check?.state).toBe('off');
  knownRoutes().share([]);
});

const readOneByOne = () => signIn({ limits: { requests_per_minute: null, requests_at_once: 1 } });
const routes = Array.from({ length: 12 }, (_, at) => makeRoute(`many_${at}`));

it('of many, the reader begins no more once the session has ended, and takes its end for no result', async () => {
  readOneByOne();
  const service = startFakeService();
  const held = service.hold('GET ');
  const reading = readMany(routes, { signal: new AbortController().signal });
  await held.next();
  session.end('signed-out');
  expect((await reading).results).toEqual([]);
  expect(service.requests).toHaveLength(1);
});

it('of many, the reader goes on behind one failure, and stops at one that all would meet', async () => {
  readOneByOne();
  const service = startFakeService();
  service.on('GET /edges/https/edge_1/routes/many_1/', () => refuse(403));
  service.on('GET /edges/https/edge_1/routes/many_5/', () =>
    refuse(400, { error_code: 'ERR_205' }),
  );
  const { signal } = new AbortController();
  const onProgress = vi.fn<(done: number) => void>();
  const { results } = await readMany(routes.slice(0, 4), { signal, onProgress });
  expect(onProgress.mock.calls).toEqual([[1], [2], [3], [4]]);
  expect(results.map(({ read }) => read instanceof Error)).toEqual([false, true, false, false]);
  const all = await readMany(routes, { signal });
  expect(all.results).toHaveLength(5);
  expect(all.stoppedBy).toBeInstanceOf(ApiError);
});
