import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '#client/errors.ts';
import { testConfig } from '#web/test/config.ts';
import { setConfig } from '#web/api/config.ts';
import { changedBy, planOrder, type Order, type Target } from '#web/features/routes/build-plan.ts';

beforeEach(() => setConfig(testConfig()));

const order = (fields: Partial<Order>): Order => ({
  mode: 'add',
  ids: ['ipp_b'],
  enabled: undefined,
  ...fields,
});
const given = (enabled: boolean, ...ip_policy_ids: string[]): Target => ({
  id: `["e","${ip_policy_ids.join('-')}"]`,
  label: 'eu',
  read: { restriction: { enabled, ip_policy_ids }, isRouteKnown: true, readAt: 20 },
});
const none = (isRouteKnown = true): Target => ({
  id: '["e","none"]',
  label: 'us',
  read: { restriction: null, isRouteKnown, readAt: 10 },
});
const lineOf = (target: Target, fields: Partial<Order>) =>
  planOrder([target], order(fields)).lines[0];

describe('adding policies', () => {
  it('appends what is missing, and leaves the rest as it is', () => {
    expect(lineOf(given(false, 'ipp_a'), {})).toMatchObject({
      kind: 'replace',
      before: { enabled: false, ip_policy_ids: ['ipp_a'] },
      after: { enabled: false, ip_policy_ids: ['ipp_a', 'ipp_b'] },
      note: 'It stays off.',
    });
    expect(lineOf(given(true, 'ipp_a'), {})).not.toHaveProperty('note');
    expect(lineOf(given(true, 'ipp_b', 'ipp_a'), {})).toMatchObject({
      kind: 'no-change',
      note: 'The same.',
    });
  });

  it('makes one that is on where there is none, and says so', () => {
    expect(lineOf(none(), {})).toMatchObject({
      kind: 'create',
      before: null,
      after: { enabled: true, ip_policy_ids: ['ipp_b'] },
      note: 'No IP restriction yet: new, and on.',
    });
    expect(lineOf(none(false), {})?.note).toContain('or no such route');
  });
});

it('removing and enforcing make none where there is none', () => {
  expect(lineOf(none(), { mode: 'remove' })).toMatchObject({ kind: 'no-change', after: null });
  expect(lineOf(none(), { mode: 'enforce', enabled: false })?.kind).toBe('no-change');
  expect(lineOf(none(), { mode: 'enforce', enabled: true })).toMatchObject({
    kind: 'conflict',
    note: 'No IP restriction to turn on. Add policies to this route first.',
  });
});

it('a new one of a replacement is as it was ordered', () => {
  expect(lineOf(none(), { mode: 'replace', enabled: false })).toMatchObject({
    after: { enabled: false, ip_policy_ids: ['ipp_b'] },
    note: 'No IP restriction yet: new, and off.',
  });
});

it('what cannot be read, or does not exist, is in the plan with its reason', () => {
  const error = new ApiError('x', { kind: 'network' });
  expect(lineOf({ id: 'k', label: 'x', read: error }, {})).toMatchObject({
    kind: 'conflict',
    note: expect.stringMatching(/^Cannot be read: ./) as string,
  });
  const read = { restriction: null, missing: 'edge', isRouteKnown: true, readAt: 1 } as const;
  expect(lineOf({ id: 'k', label: 'x', read }, {})).toMatchObject({
    kind: 'conflict',
    note: 'This edge does not exist.',
  });
});

it('is as old as its oldest read, and is called by what it changes', () => {
  const targets = [given(true, 'ipp_a'), none(), given(true, 'ipp_b')];
  const heading = (fields: Partial<Order>) => planOrder(targets, order(fields)).heading;
  expect(planOrder(targets, order({}))).toMatchObject({
    target: 'route',
    plannedAt: 10,
    heading: 'add 1 policy to 2 routes',
    rollout: { steps: [1, 5], stopAfter: 1 },
  });
  expect(heading({ mode: 'remove', ids: ['ipp_a', 'x'] })).toBe('remove 2 policies from 1 route');
  expect(heading({ mode: 'replace' })).toBe('replace the policies of 2 routes');
  expect(heading({ mode: 'enforce', enabled: false })).toBe(
    'turn the IP restriction off for 2 routes',
  );
});

describe('for any IP restriction and any ids', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
  const modules = fc.record({ enabled: fc.boolean(), ip_policy_ids: ids });
  const enabled = fc.option(fc.boolean(), { nil: undefined });
  const orders = { mode: fc.constant('add' as const), ids, enabled };

  it('adding never loses or moves one, and repeats none', () => {
    fc.assert(
      fc.property(modules, fc.record(orders), (before, add) => {
        const after = changedBy(add, before);
        expect(after.enabled).toBe(before.enabled);
        expect(after.ip_policy_ids.slice(0, before.ip_policy_ids.length)).toEqual(
          before.ip_policy_ids,
        );
        expect(new Set(after.ip_policy_ids)).toEqual(
          new Set([...before.ip_policy_ids, ...add.ids]),
        );
        expect(new Set(after.ip_policy_ids).size).toBe(after.ip_policy_ids.length);
        expect(changedBy(add, after)).toEqual(after);
      }),
    );
  });

  it('removing takes those only, and the others keep their order', () => {
    fc.assert(
      fc.property(modules, ids, enabled, (before, named, on) => {
        expect(changedBy({ mode: 'remove', ids: named, enabled: on }, before)).toEqual({
          enabled: before.enabled,
          ip_policy_ids: before.ip_policy_ids.filter((id) => !named.includes(id)),
        });
      }),
    );
  });

  it('replacing leaves exactly those, and turning on or off nothing but that', () => {
    fc.assert(
      fc.property(modules, ids, enabled, (before, named, on) => {
        const wanted = on ?? before.enabled;
        expect(changedBy({ mode: 'replace', ids: named, enabled: on }, before)).toEqual({
          enabled: wanted,
          ip_policy_ids: named,
        });
        expect(changedBy({ mode: 'enforce', ids: named, enabled: on }, before)).toEqual({
          enabled: wanted,
          ip_policy_ids: before.ip_policy_ids,
        });
      }),
    );
  });
});
