import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeText,
  conflictSentence,
  merge,
  policiesText,
  undoneByMine,
} from '#web/features/routes/merge.ts';
import { isSameModule } from '#web/features/routes/module-read.ts';

const of = (enabled: boolean, ...ip_policy_ids: string[]) => ({ enabled, ip_policy_ids });
const nameOf = (id: string) => (id === 'ipp_office' ? 'Office Berlin' : '');

const ip_policy_ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
const module = fc.record({ enabled: fc.boolean(), ip_policy_ids });
const maybe = fc.option(module);
const three = [maybe, module, module] as const;

describe('a merge', () => {
  it('of equal sides is that side', () => {
    fc.assert(
      fc.property(maybe, module, (base, side) => {
        expect(merge(base, side, side).merged).toEqual(side);
      }),
    );
  });

  it('with a side that did nothing is the other', () => {
    fc.assert(
      fc.property(module, module, (base, side) => {
        expect(isSameModule(merge(base, base, side).merged, side)).toBe(true);
        expect(isSameModule(merge(base, side, base).merged, side)).toBe(true);
      }),
    );
  });

  it('loses nothing of either', () => {
    fc.assert(
      fc.property(...three, (base, theirs, mine) => {
        const { merged, ...sides } = merge(base, theirs, mine);
        const ids = new Set(merged.ip_policy_ids);
        expect(merged.ip_policy_ids).toHaveLength(ids.size);
        for (const { added, removed } of [sides.theirs, sides.mine]) {
          expect(added.filter((id) => !ids.has(id))).toEqual([]);
          expect(removed.filter((id) => ids.has(id))).toEqual([]);
        }
        const changed = [sides.theirs.enabled, sides.mine.enabled].filter(
          (enabled) => enabled !== undefined,
        );
        expect(changed.at(-1) ?? base?.enabled).toBe(merged.enabled);
      }),
    );
  });

  it('again changes nothing', () => {
    fc.assert(
      fc.property(...three, (base, theirs, mine) => {
        const { merged } = merge(base, theirs, mine);
        expect(isSameModule(merge(theirs, merged, merged).merged, merged)).toBe(true);
        expect(isSameModule(merge(base, merged, mine).merged, merged)).toBe(true);
      }),
    );
  });
});

it('says in one sentence what both did', () => {
  const base = of(true, 'ipp_office', 'ipp_b');
  expect(conflictSentence(base, of(true), of(true, 'ipp_office', 'ipp_b', 'ipp_c'), nameOf)).toBe(
    'They removed Office Berlin and ipp_b; you added ipp_c.',
  );
  expect(conflictSentence(base, null, of(false, 'ipp_office'), nameOf)).toBe(
    'They removed the IP restriction; you turned enforcement off and removed ipp_b.',
  );
  expect(conflictSentence(null, of(false, 'a', 'b', 'c', 'd'), of(true, 'a'), nameOf)).toBe(
    'They added an IP restriction (enforcement off, 4 policies); you added an IP restriction (enforcement on, a).',
  );
});

it('makes no line out of a hostile name', () => {
  expect(policiesText(['x'], () => 'a\u202Eb')).not.toContain('\u202E');
});

it('says what a button does to what is live', () => {
  expect(changeText(of(true, 'a'), of(true, 'b'))).toBe('1 policy removed, 1 added');
  expect(changeText(of(true), of(false, 'b', 'c'))).toBe('enforcement off, 2 policies added');
  expect(changeText(of(true, 'a', 'b'), of(true))).toBe('2 policies removed');
});

it('knows what of theirs is undone by applying mine', () => {
  const base = of(true, 'a');
  expect(undoneByMine(base, of(false, 'b'), of(true, 'a', 'c'))).toEqual({
    removed: ['b'],
    added: ['a'],
    enabled: true,
  });
  fc.assert(
    fc.property(...three, (from, theirs, mine) => {
      const { added, removed, enabled } = undoneByMine(
        from,
        theirs,
        merge(from, theirs, mine).merged,
      );
      expect({ added, removed }).toEqual({ added: [], removed: [] });
      // Only where both made a new module can they differ in it.
      expect(enabled === undefined || from === null).toBe(true);
    }),
  );
});
