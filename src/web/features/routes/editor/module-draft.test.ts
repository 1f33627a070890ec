import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isEnforcedEmpty, warningsOf } from '#web/features/routes/editor/draft-warnings.ts';
import {
  addIds,
  changesOf,
  countChanges,
  draftTowards,
  isSameModule,
  isTouched,
  moduleWords,
  removeAll,
  removeId,
  startDraft,
  toReplace,
  unsavedWords,
  wantedModule,
} from '#web/features/routes/editor/module-draft.ts';

const loaded = { enabled: true, ids: ['a', 'b', 'c'] };
const rowsOf = (draft: { rows: { id: string; status: string }[] }) =>
  draft.rows.map(({ id, status }) => `${id} ${status}`);

it('keeps a removed row in its place and brings it back there', () => {
  const without = removeId(startDraft(loaded), 'b');
  expect(rowsOf(without)).toEqual(['a kept', 'b removed', 'c kept']);
  const { draft, added, repeated } = addIds(without, ['x', 'b', 'x', 'a']);
  expect(rowsOf(draft)).toEqual(['a kept', 'b kept', 'c kept', 'x added']);
  expect({ added, repeated }).toEqual({ added: 2, repeated: 2 });
});

it('forgets an id that was added and removed again', () => {
  const draft = removeId(addIds(startDraft(loaded), ['x']).draft, 'x');
  expect(draft).toEqual(startDraft(loaded));
  expect(isTouched(draft)).toBe(false);
});

it('counts the switch as one change and each id as one', () => {
  const draft = { ...addIds(removeId(startDraft(loaded), 'a'), ['x', 'y']).draft, enabled: false };
  expect(changesOf(draft)).toEqual({ enforcement: 'on', added: ['x', 'y'], removed: ['a'] });
  expect(unsavedWords(changesOf(draft))).toBe('4 unsaved changes');
});

it('counts a new module as a change, but not as work that could be lost', () => {
  const draft = startDraft(null);
  expect(wantedModule(draft)).toEqual({ enabled: true, ids: [] });
  expect(unsavedWords(changesOf(draft))).toBe('1 unsaved change');
  expect(countChanges(changesOf({ ...draft, enabled: false }))).toBe(1);
  expect(isTouched(draft)).toBe(false);
  expect(isTouched({ ...draft, enabled: false })).toBe(true);
});

it('always sends both fields', () => {
  expect(toReplace({ enabled: false, ids: [] })).toEqual({ enabled: false, ip_policy_ids: [] });
  expect(moduleWords(loaded)).toBe('enforcement on, 3 policies');
});

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
const module = fc.record({ enabled: fc.boolean(), ids });
const maybe = fc.option(module);

it('reaches what is wanted from anything, and only what differs is a change', () => {
  fc.assert(
    fc.property(maybe, module, (base, wanted) => {
      const draft = draftTowards(base, wanted);
      expect(isSameModule(wantedModule(draft), wanted)).toBe(true);
      expect(countChanges(changesOf(draft)) === 0).toBe(isSameModule(base, wanted));
    }),
  );
});

it('compares modules without regard to order or repeats', () => {
  fc.assert(
    fc.property(module, fc.boolean(), (one, flip) => {
      const other = { enabled: one.enabled !== flip, ids: [...one.ids, ...one.ids].toReversed() };
      expect(isSameModule(one, other)).toBe(!flip);
      expect(isSameModule(one, { ...one, ids: [...one.ids, 'other'] })).toBe(false);
      expect(isSameModule(one, null)).toBe(false);
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
        const after = wantedModule(result.draft).ids;
        expect(new Set(after)).toEqual(new Set([...now.ids, ...pasted]));
        expect(after).toHaveLength(now.ids.length + result.added);
        expect(result.added + result.repeated).toBe(pasted.length);
        expect(wantedModule(removeAll(result.draft)).ids).toEqual([]);
      },
    ),
  );
});

const titles = (draft: Parameters<typeof warningsOf>[0]) =>
  warningsOf(draft).map(({ title }) => title);

it('warns when enforcement turns on or off', () => {
  const off = { enabled: false, ids: ['a'] };
  expect(titles({ ...startDraft(off), enabled: true })).toEqual(['Enforcement turns on.']);
  expect(titles(draftTowards(null, loaded))).toEqual(['Enforcement turns on.']);
  expect(titles({ ...startDraft(loaded), enabled: false })).toEqual(['Enforcement turns off.']);
  expect(titles(draftTowards(null, off))).toEqual([]);
});

it('warns of a lock-out only where enforcement is on', () => {
  expect(warningsOf(removeId(startDraft(loaded), 'a'))[0]?.text).toMatch(/^a is removed while/);
  expect(warningsOf(draftTowards(loaded, { enabled: true, ids: ['c'] }))[0]?.text).toMatch(
    /^a and 1 other policy are removed/,
  );
  expect(titles(removeId(startDraft({ ...loaded, enabled: false }), 'a'))).toEqual([]);
  expect(titles(addIds(startDraft(loaded), ['x']).draft)).toEqual([]);
});

it('asks for a word of its own where nothing is left to enforce', () => {
  const draft = removeAll(startDraft(loaded));
  expect(titles(draft)).toEqual(['You could lock people out.', 'Enforced with no policy.']);
  expect([isEnforcedEmpty(draft), isEnforcedEmpty({ ...draft, enabled: false })]).toEqual([
    true,
    false,
  ]);
});
