import { expect, it } from 'vitest';
import { ApiError } from '#client/errors.ts';
import '#web/test/config.ts';
import { planOrder, type Order } from '#web/features/routes/build-plan.ts';
import type { ReadRoute } from '#web/features/routes/use-reading.ts';
import { headingOf } from '#web/jobs/plan.ts';
import { makeRoute } from '#web/test/fake-service.ts';

const order = (fields: Partial<Order>): Order => ({
  mode: 'add',
  ids: ['ipp_b'],
  enabled: true,
  ...fields,
});
const target = (read: ReadRoute['read']) => ({
  route: makeRoute('eu') as ReadRoute['route'],
  read,
});
const given = (enabled: boolean, ...ip_policy_ids: string[]) =>
  target({ restriction: { enabled, ip_policy_ids }, isRouteKnown: true, readAt: 20 });
const none = (isRouteKnown = true) => target({ restriction: null, isRouteKnown, readAt: 10 });
const lineOf = (of: ReadRoute, fields: Partial<Order>) => planOrder([of], order(fields)).lines[0];

it.each<[Partial<Order>, boolean, string[]]>([
  [{ mode: 'add', ids: ['a', 'd', 'd'], enabled: false }, true, ['c', 'a', 'b', 'd']],
  [{ mode: 'remove', ids: ['x', 'a'], enabled: false }, true, ['c', 'b']],
  [{ mode: 'replace', ids: ['d'], enabled: false }, true, ['d']],
  [{ mode: 'enforce', ids: ['d'], enabled: false }, false, ['c', 'a', 'b']],
])('makes by %j of what is on with c, a and b: %s, %j', (fields, enabled, ip_policy_ids) => {
  const line = lineOf(given(true, 'c', 'a', 'b'), fields);
  expect(line).toMatchObject({ kind: 'replace', after: { enabled, ip_policy_ids } });
  expect(line).not.toHaveProperty('note');
});

it('leaves what is as it should be', () => {
  const same = { kind: 'no-change', note: 'The same.' };
  expect(lineOf(given(true, 'ipp_b', 'ipp_a'), {})).toMatchObject(same);
});

it('a new one is on, and the line says so', () => {
  expect(lineOf(none(), {})).toMatchObject({
    kind: 'create',
    before: null,
    after: { enabled: true, ip_policy_ids: ['ipp_b'] },
    note: 'No IP restriction yet: new, and on.',
  });
  expect(lineOf(none(false), {})?.note).toContain('or no such route');
  expect(lineOf(none(), { mode: 'replace' })?.note).toBe('No IP restriction yet: new, and on.');
});

it('removing and enforcing make none where there is none', () => {
  expect(lineOf(none(), { mode: 'remove' })).toMatchObject({ kind: 'no-change', after: null });
  expect(lineOf(none(), { mode: 'enforce', enabled: false })?.kind).toBe('no-change');
  expect(lineOf(none(), { mode: 'enforce', enabled: true })).toMatchObject({
    kind: 'conflict',
    note: 'No IP restriction to turn on. Add policies to this route first.',
  });
});

it('what cannot be read, or does not exist, is in the plan with its reason', () => {
  const unread = target(new ApiError('x', { kind: 'network' }));
  expect(planOrder([unread, none()], order({})).plannedAt).toBe(10);
  expect(lineOf(unread, {})).toMatchObject({
    kind: 'conflict',
    note: expect.stringMatching(/^Cannot be read: ./) as string,
  });
  const read = { restriction: null, missing: 'edge', isRouteKnown: true, readAt: 1 } as const;
  expect(lineOf(target(read), {})).toMatchObject({
    kind: 'conflict',
    note: 'This edge does not exist.',
  });
});

it('is as old as its oldest read, and is called by what it changes', () => {
  const targets = [given(true, 'ipp_a'), none(), given(true, 'ipp_b')];
  const heading = (fields: Partial<Order>) => headingOf(planOrder(targets, order(fields)));
  expect(planOrder(targets, order({}))).toMatchObject({
    target: 'route',
    plannedAt: 10,
    rollout: { steps: [1, 5], stopAfter: 1 },
  });
  expect(heading({})).toBe('add 1 policy to 2 routes');
  expect(heading({ mode: 'remove', ids: ['ipp_a', 'x'] })).toBe('remove 2 policies from 1 route');
  expect(heading({ mode: 'replace' })).toBe('replace the policies of 2 routes');
  expect(heading({ mode: 'enforce', enabled: false })).toBe(
    'turn the IP restriction off for 2 routes',
  );
});
