import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addIds,
  changesOf,
  countChanges,
  draftTowards,
  isEnforcedEmpty,
  isTouched,
  removeAll,
  removeId,
  rowsOf,
  setEnabled,
  startDraft,
  warningsOf,
  type Draft,
} from '#web/features/routes/draft.ts';
import { isSameModule } from '#web/features/routes/module-read.ts';

const loaded = { enabled: true, ip_policy_ids: ['a', 'b', 'c'] };
const rows = (draft: Draft) => rowsOf(draft).map(({ id, status }) => `${id} ${status}`);

it('keeps a removed row in its place and brings it back there', () => {
  const without = removeId(startDraft(loaded), 'b');
  expect(rows(without)).toEqual(['a kept', 'b removed', 'c kept']);
  const { draft, added, repeated } = addIds(without, ['x', 'b', 'x', 'a']);
  expect(rows(draft)).toEqual(['a kept', 'b kept', 'c kept', 'x added']);
  expect({ added, repeated }).toEqual({ added: 2, repeated: 2 });
});

it('forgets an id that was added and removed again', () => {
  const draft = removeId(addIds(startDraft(loaded), ['x']).draft, 'x');
  expect(draft).toEqual(startDraft(loaded));
  expect(isTouched(draft)).toBe(false);
});

it('counts the switch as one change and each id as one', () => {
  const draft = setEnabled(addIds(removeId(startDraft(loaded), 'a'), ['x', 'y']).draft, false);
  expect(changesOf(draft)).toEqual({
    enforcement: 'on',
    kept: ['b', 'c'],
    added: ['x', 'y'],
    removed: ['a'],
  });
  expect(countChanges(changesOf(draft))).toBe(4);
});

it('counts a new module as a change, but not as work that could be lost', () => {
  const draft = startDraft(null);
  expect(draft.wanted).toEqual({ enabled: true, ip_policy_ids: [] });
  expect(countChanges(changesOf(draft))).toBe(1);
  expect(countChanges(changesOf(setEnabled(draft, false)))).toBe(1);
  expect(isTouched(draft)).toBe(false);
  expect(isTouched(setEnabled(draft, false))).toBe(true);
});

const ip_policy_ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
const module = fc.record({ enabled: fc.boolean(), ip_policy_ids });
const maybe = fc.option(module);

it('reaches what is wanted from anything, and only what differs is a change', () => {
  fc.assert(
    fc.property(maybe, module, (base, wanted) => {
      const draft = draftTowards(base, wanted);
      expect(isSameModule(draft.wanted, wanted)).toBe(true);
      expect(countChanges(changesOf(draft)) === 0).toBe(isSameModule(base, wanted));
    }),
  );
});

it('adds what is missing, once, whatever is pasted', () => {
  fc.assert(
    fc.property(
      maybe,
      module,
      fc.array(fc.constantFrom('a', 'b', 'x', 'y')),
      (base, now, pasted) => {
        const draft = draftTowards(base, now);
        const result = addIds(draft, pasted);
        const after = result.draft.wanted.ip_policy_ids;
        expect(new Set(after)).toEqual(new Set([...now.ip_policy_ids, ...pasted]));
        expect(after).toHaveLength(now.ip_policy_ids.length + result.added);
        expect(result.added + result.repeated).toBe(pasted.length);
        expect(removeAll(result.draft).wanted.ip_policy_ids).toEqual([]);
      },
    ),
  );
});

const titles = (draft: Draft) => warningsOf(draft).map(({ title }) => title);

it('warns when enforcement turns on or off', () => {
  const off = { enabled: false, ip_policy_ids: ['a'] };
  expect(titles(setEnabled(startDraft(off), true))).toEqual(['Enforcement turns on.']);
  expect(titles(draftTowards(null, loaded))).toEqual(['Enforcement turns on.']);
  expect(titles(setEnabled(startDraft(loaded), false))).toEqual(['Enforcement turns off.']);
  expect(titles(draftTowards(null, off))).toEqual([]);
});

it('warns of a lock-out only where enforcement is on', () => {
  expect(warningsOf(removeId(startDraft(loaded), 'a'))[0]?.text).toMatch(/^a is removed while/);
  expect(
    warningsOf(draftTowards(loaded, { enabled: true, ip_policy_ids: ['c'] }))[0]?.text,
  ).toMatch(/^a and 1 other policy are removed/);
  expect(titles(removeId(startDraft({ ...loaded, enabled: false }), 'a'))).toEqual([]);
  expect(titles(addIds(startDraft(loaded), ['x']).draft)).toEqual([]);
});

it('asks for consent where nothing is left to enforce', () => {
  const draft = removeAll(startDraft(loaded));
  expect(titles(draft)).toEqual(['You could lock people out.', 'Enforced with no policy.']);
  expect([isEnforcedEmpty(draft), isEnforcedEmpty(setEnabled(draft, false))]).toEqual([
    true,
    false,
  ]);
});
