import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { difference, FRESH, isSame, type Restriction } from '#bulk/restriction.ts';
import {
  idsOf,
  isDirty,
  merge,
  openDraft,
  policyRowsOf,
  withPolicies,
  withTyped,
  type Draft,
} from '#web/features/routes/restriction-draft.ts';

const given = (enabled: boolean, ...ip_policy_ids: string[]) => ({ enabled, ip_policy_ids });
const open = (restriction: Restriction | null) =>
  openDraft({ restriction, isRouteKnown: true, readAt: 0 });
const add = (draft: Draft, ...ids: string[]) => withPolicies(draft, [...idsOf(draft), ...ids]);
const remove = (draft: Draft, ...ids: string[]) =>
  withPolicies(
    draft,
    idsOf(draft).filter((id) => !ids.includes(id)),
  );
const rows = (draft: Draft) => policyRowsOf(draft).map(({ id, status }) => `${id} ${status}`);

const loaded = open(given(true, 'a', 'b', 'c'));

it('a draft keeps a removed row in its place and brings it back there', () => {
  const without = remove(loaded, 'b');
  expect(rows(without)).toEqual(['a kept', 'b removed', 'c kept']);
  const added = add(without, 'x', 'b', 'x', 'a');
  expect(rows(added)).toEqual(['a kept', 'b kept', 'c kept', 'x added']);
  expect(added.wanted?.ip_policy_ids).toEqual(['a', 'b', 'c', 'x']);
});

it('a draft of a new IP restriction is no work that could be lost before something is chosen', () => {
  const fresh = { ...open(null), wanted: FRESH };
  expect(isDirty(fresh)).toBe(false);
  expect(isDirty({ ...fresh, wanted: given(false) })).toBe(true);
  expect(isDirty({ ...fresh, input: { text: 'ipp', unknown: [], error: '' } })).toBe(true);
});

it('a draft says why a policy was refused until it is removed, or reviewed again', () => {
  const refused = {
    ...loaded,
    refused: new Map([
      ['a', 'no'],
      ['b', 'no'],
    ]),
  };
  const errors = (draft: Draft) => policyRowsOf(draft).map(({ error }) => error);
  expect(errors(remove(refused, 'a'))).toEqual([undefined, 'no', undefined]);
  const reviewed = withTyped(refused, { find: () => [], isKnown: () => true });
  expect(errors(reviewed)).toEqual([undefined, undefined, undefined]);
});

const id = fc.constantFrom('a', 'b', 'c', 'd');
const anyRestriction: fc.Arbitrary<Restriction> = fc.record({
  enabled: fc.boolean(),
  ip_policy_ids: fc.uniqueArray(id),
});
const maybe = fc.option(anyRestriction, { nil: null });

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
