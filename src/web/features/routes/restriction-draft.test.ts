// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  editDraft,
  isDirty,
  openDraft,
  rowsOf,
  type Draft,
  type Edit,
} from '#web/features/routes/restriction-draft.ts';
import {
  conflictText,
  changeText,
  policiesText,
  undoneText,
  warningsOf,
} from '#web/features/routes/restriction-words.ts';
import { isSame, type Restriction } from '#web/features/routes/restriction.ts';

const given = (enabled: boolean, ...ip_policy_ids: string[]) => ({ enabled, ip_policy_ids });
const open = (restriction: Restriction | null) =>
  openDraft({ restriction, isRouteKnown: true, readAt: 0 });
const edit = (draft: Draft, ...edits: Edit[]) => edits.reduce(editDraft, draft);
const rows = (draft: Draft) => rowsOf(draft).map(({ id, status }) => `${id} ${status}`);
const nameOf = (id: string) => (id === 'ipp_office' ? 'Office Berlin' : '');

describe('a draft', () => {
  const loaded = open(given(true, 'a', 'b', 'c'));

  it('keeps a removed row in its place and brings it back there', () => {
    const without = edit(loaded, { kind: 'remove', ids: ['b'] });
    expect(rows(without)).toEqual(['a kept', 'b removed', 'c kept']);
    const added = edit(without, { kind: 'add', ids: ['x', 'b', 'x', 'a'] });
    expect(rows(added)).toEqual(['a kept', 'b kept', 'c kept', 'x added']);
    expect(added.wanted?.ip_policy_ids).toEqual(['a', 'b', 'c', 'x']);
  });

  it('forgets a policy that was added and removed again', () => {
    const draft = edit(loaded, { kind: 'add', ids: ['x'] }, { kind: 'remove', ids: ['x'] });
    expect(draft).toEqual(loaded);
    expect(isDirty(draft)).toBe(false);
  });

  it('of a new IP restriction is no work that could be lost before something is chosen', () => {
    const fresh = edit(open(null), { kind: 'begin' });
    expect(fresh.wanted).toEqual(given(true));
    expect(isDirty(fresh)).toBe(false);
    expect(isDirty(edit(fresh, { kind: 'enable', enabled: false }))).toBe(true);
    const typed = { text: 'ipp', unknown: [], error: '' };
    expect(isDirty(edit(fresh, { kind: 'type', input: typed }))).toBe(true);
  });

  it('forgets why a policy was refused when it is removed', () => {
    const refused = edit(loaded, { kind: 'refuse', refused: { a: 'no', b: 'no' } });
    expect(edit(refused, { kind: 'remove', ids: ['a'] }).refused).toEqual({ b: 'no' });
  });

  it('comes to what is wanted from anything, whatever the order', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    const any = fc.record({ enabled: fc.boolean(), ip_policy_ids: ids });
    fc.assert(
      fc.property(fc.option(any), any, (base, wanted) => {
        const draft = edit(open(base), { kind: 'restore', wanted });
        expect(isSame(draft.wanted, wanted)).toBe(true);
        const emptied = edit(draft, { kind: 'remove', ids: wanted.ip_policy_ids });
        expect(emptied.wanted).toEqual(given(wanted.enabled));
        const statuses = new Map(rowsOf(draft).map(({ id, status }) => [id, status]));
        for (const id of wanted.ip_policy_ids)
          expect(statuses.get(id)).toBe(base?.ip_policy_ids.includes(id) ? 'kept' : 'added');
      }),
    );
  });
});

const titles = (before: Restriction | null, wanted: Restriction) =>
  warningsOf(before, wanted, nameOf).map(({ title }) => title);

describe('warnings', () => {
  it('say that it turns on or off', () => {
    expect(titles(given(false, 'a'), given(true, 'a'))).toEqual(['IP restriction turns on.']);
    expect(titles(null, given(true, 'a'))).toEqual(['IP restriction turns on.']);
    expect(titles(given(true, 'a'), given(false, 'a'))).toEqual(['IP restriction turns off.']);
    expect(titles(null, given(false, 'a'))).toEqual([]);
  });

  it('say that people may be locked out only where it is on', () => {
    const [warning] = warningsOf(given(true, 'ipp_office', 'b', 'c'), given(true, 'c'), nameOf);
    expect(warning?.text).toMatch(/^Office Berlin and 1 other policy are removed/);
    expect(titles(given(false, 'a', 'b'), given(false, 'a'))).toEqual([]);
    expect(titles(given(true, 'a'), given(true, 'a', 'b'))).toEqual([]);
    expect(titles(given(true, 'a'), given(true))).toEqual([
      'You could lock people out.',
      'On without a policy.',
    ]);
  });
});

describe('a conflict', () => {
  it('is one sentence of what both did', () => {
    const base = given(true, 'ipp_office', 'ipp_b');
    expect(conflictText(base, given(true), given(true, ...base.ip_policy_ids, 'c'), nameOf)).toBe(
      'They removed Office Berlin and ipp_b; you added c.',
    );
    expect(conflictText(base, null, given(false, 'ipp_office'), nameOf)).toBe(
      'They removed the IP restriction; you turned the IP restriction off and removed ipp_b.',
    );
    expect(conflictText(null, given(false, 'a', 'b', 'c', 'd'), given(true, 'a'), nameOf)).toBe(
      'They added an IP restriction (off, 4 policies); you added an IP restriction (on, 1 policy).',
    );
  });

  it('says what a button does', () => {
    expect(changeText(given(true, 'a'), given(true, 'b'))).toBe('1 policy removed, 1 added');
    expect(changeText(given(true), given(false, 'b', 'c'))).toBe(
      'IP restriction off, 2 policies added',
    );
    expect(undoneText(given(true, 'a'), given(false, 'b'), given(true, 'a', 'c'), nameOf)).toBe(
      'turns it on, removes b, puts back a',
    );
  });

  it('makes no line out of a hostile name', () => {
    expect(policiesText(['x'], () => 'a\u202Eb')).not.toContain('\u202E');
  });
});
