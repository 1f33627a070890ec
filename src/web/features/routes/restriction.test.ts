import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { difference, isSame, type Restriction } from '#bulk/restriction.ts';
import {
  exposureOf,
  merge,
  restrictionText,
  severityOf,
} from '#web/features/routes/restriction.ts';

const restriction = (enabled: boolean, ...ip_policy_ids: string[]) => ({ enabled, ip_policy_ids });

const id = fc.constantFrom('a', 'b', 'c', 'd');
const anyRestriction: fc.Arbitrary<Restriction> = fc.record({
  enabled: fc.boolean(),
  ip_policy_ids: fc.uniqueArray(id),
});
const maybe = fc.option(anyRestriction, { nil: null });

it('the difference counts neither order nor repeats', () => {
  expect(isSame(restriction(true, 'a', 'b'), restriction(true, 'b', 'a', 'b'))).toBe(true);
  expect(isSame(restriction(true, 'a'), restriction(false, 'a'))).toBe(false);
  expect(isSame(restriction(true, 'a'), restriction(true, 'a', 'b'))).toBe(false);
  expect(isSame(null, restriction(false))).toBe(false);
  expect(isSame(null, null)).toBe(true);
});

it('a merge of one change is that change, whoever made it', () => {
  fc.assert(
    fc.property(anyRestriction, anyRestriction, (base, changed) => {
      expect(isSame(merge(base, changed, base), changed)).toBe(true);
      expect(isSame(merge(base, base, changed), changed)).toBe(true);
    }),
  );
});

it('a merge undoes nothing that the other side has done to the policies', () => {
  fc.assert(
    fc.property(maybe, anyRestriction, anyRestriction, (base, theirs, yours) => {
      const byThem = difference(base, theirs);
      const byYou = difference(base, yours);
      const { ip_policy_ids: merged } = merge(base, theirs, yours);
      expect(byThem.added.every((each) => merged.includes(each))).toBe(true);
      const isBack = (each: string) => merged.includes(each) && !byYou.added.includes(each);
      expect(byThem.removed.filter(isBack)).toEqual([]);
    }),
  );
});

it('calls a route protected only where it was read to be on with a policy', () => {
  const on = { state: 'on', ip_policy_ids: ['a'] } as const;
  const empty = { state: 'on', ip_policy_ids: [] } as const;
  const off = { state: 'off', ip_policy_ids: ['a'] } as const;
  const none = { state: 'none', ip_policy_ids: [] } as const;
  const missing = { state: 'not-found', ip_policy_ids: [] } as const;
  const exposures = [on, empty, off, none, missing, undefined].map(exposureOf);
  expect(exposures.join(' ')).toBe('protected open open open errors unchecked');
  const severities = [none, empty, missing, undefined, off, on].map(severityOf);
  expect(severities).toEqual(severities.toSorted((a, b) => a - b));
});

it('is told in one way', () => {
  expect(restrictionText(null)).toBe('none');
  expect(restrictionText(restriction(true, 'a'))).toBe('on, 1 policy');
  expect(restrictionText(restriction(false))).toBe('off, 0 policies');
});
