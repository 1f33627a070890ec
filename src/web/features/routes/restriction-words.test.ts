import { expect, it } from 'vitest';
import '#web/test/config.ts';
import {
  conflictText,
  describe as partsOf,
  differenceText,
  restrictionText,
  warningsOf,
  type RestrictionPair,
} from '#web/features/routes/restriction-words.ts';

const given = (enabled: boolean, ...ip_policy_ids: string[]) => ({ enabled, ip_policy_ids });
const change = (before: RestrictionPair['before'], after: RestrictionPair['after']) => ({
  before,
  after,
});

it('one side names on or off, the number, and each policy that the other has not', () => {
  expect(partsOf(given(true, 'a', 'b', 'c'), given(false, 'c', 'x', 'a'))).toEqual([
    { text: 'On', differs: true },
    { text: '3 policies', differs: false },
    { text: 'b', differs: true },
  ]);
});

it('one side does not grow without end', () => {
  const many = given(true, ...Array.from({ length: 500 }, (_, at) => `p${at}`));
  const parts = partsOf(many, null);
  expect(parts).toHaveLength(53);
  expect(parts.at(-1)).toEqual({ text: 'and 450 policies more', differs: true });
});

it('warnings do not say of one route that it stays off', () => {
  expect(warningsOf([change(given(false, 'a', 'b'), given(false, 'a', 'c'))])).toEqual([]);
});

it('warnings say that policies stay where it turns off, unless some go with it', () => {
  const off = change(given(true, 'a'), given(false, 'a'));
  const texts = [[off], [off, change(given(true, 'a'), null)]].map(
    (changes) => warningsOf(changes)[0]?.text,
  );
  expect(texts).toEqual([
    'The policies stay but are not applied to traffic.',
    'No IP address is checked any more.',
  ]);
});

it('warnings ask for a consent before an empty list is on', () => {
  const warnings = warningsOf([change(given(true, 'a'), given(true))]);
  expect(warnings.map(({ title }) => title)).toEqual([
    'You could lock people out.',
    'On without a policy.',
  ]);
  expect(warnings.map(({ consent }) => consent)).toEqual([undefined, 'I know the list is empty']);
});

it('warnings say each risk once for all routes, and show what an id hides', () => {
  const warnings = warningsOf([
    change(given(false, 'a'), given(true, 'a', 'd')),
    change(null, given(true, 'a')),
    change(given(true, 'a', 'b', 'c\u202E'), given(true, 'a')),
    change(given(true, 'b'), given(true, 'a')),
    change(given(true, 'a'), given(false, 'a', 'd')),
    change(given(true, 'a'), null),
    change(given(false, 'a'), given(false, 'a', 'b')),
    change(given(false, 'a', 'b'), given(false, 'a')),
  ]);
  expect(warnings.map(({ title }) => title)).toEqual([
    'IP restriction turns on: 2 routes.',
    'IP restriction turns off: 2 routes.',
    'IP restriction stays off: 1 route.',
    'You could lock people out: 2 routes.',
  ]);
  expect(warnings.at(-1)?.text).toMatch(
    /^b and c⟨U\+202E⟩ are removed where the IP restriction is on/,
  );
});

it('a conflict is one sentence of what both did', () => {
  const base = given(true, 'a', 'b');
  expect(conflictText({ base, theirs: given(true), yours: given(true, 'a', 'b', 'c') })).toBe(
    'They removed a and b; you added c.',
  );
  expect(conflictText({ base, theirs: null, yours: given(false, 'a') })).toBe(
    'They removed the IP restriction; you turned the IP restriction off and removed b.',
  );
  const versions = { theirs: given(false, 'a', 'b', 'c', 'd'), yours: given(true, 'a') };
  expect(conflictText({ base: null, ...versions })).toBe(
    'They added an IP restriction (off, 4 policies); you added an IP restriction (on, 1 policy).',
  );
});

it('a conflict says what a button does', () => {
  expect(differenceText(given(false, 'b'), given(true, 'a', 'c'))).toBe(
    'turns the IP restriction on, removes b and adds a and c',
  );
});

it('is told where there is none', () => {
  expect(restrictionText(null)).toBe('none');
});
