import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCase, groupOf, nameKey } from '#web/features/bot-users/view/text.ts';

describe('folding case', () => {
  it.each([
    ['CI-Deploy_1', 'ci-deploy_1'],
    ['\u00e9cole', 'e\u0301cole'],
    ['\u00c9COLE', '\u00e9cole'],
    ['\u0130stanbul', 'istanbul'],
    ['Стенд', 'стенд'],
  ])('takes %j and %j for the same', (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
  });

  it('keeps accents apart from none', () => {
    expect(foldCase('école')).not.toBe(foldCase('ecole'));
  });
});

describe('the name group', () => {
  it.each([
    ['ci-deployer-eu-1', 'ci-deployer-eu'],
    ['a_b', 'a'],
    ['a.b', 'a'],
    ['a/b', 'a'],
    ['a:b', 'a'],
    ['a b', 'a'],
    ['team/ci:deploy.eu', 'team/ci:deploy'],
    ['web - 1', 'web'],
    ['a--1', 'a'],
    ['ci-deployer-', 'ci-deployer'],
    ['CI-1', 'CI'],
    ['scraper', ''],
    ['-scraper', ''],
    ['---', ''],
    ['', ''],
    ['café-1', 'café'],
    ['🤖 7', '🤖'],
  ])('puts %j into the group %j', (name, group) => {
    expect(groupOf(name)).toBe(group);
  });

  it('takes no longer than the name is long', () => {
    // Quadratic, it would take minutes: longer than a test may.
    expect(groupOf('-'.repeat(1_000_000))).toBe('');
    expect(groupOf('a'.repeat(1_000_000))).toBe('');
  });
});

describe('the key that names sort by', () => {
  it.each([
    ['web-9', 'web-10'],
    ['web-2', 'Web-10'],
    ['a', 'B'],
    ['é', 'f'],
    ['web', 'web-1'],
    ['v99999999999', 'v100000000000'],
    ['a_b', 'a-b'],
    ['a_1', 'a1'],
    ['a:1', 'a1'],
  ])('puts %s before %s', (one, other) => {
    expect(nameKey(one) < nameKey(other)).toBe(true);
  });

  it('is the same for names that differ in case, accents or leading zeros', () => {
    expect(nameKey('\u00c9cole-01')).toBe(nameKey('ecole-1'));
  });

  it('orders names of ASCII as the collator does', () => {
    const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
    const ascii = fc.string({
      unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(ascii, ascii, (one, other) => {
        const [a, b] = [nameKey(one), nameKey(other)];
        expect(a < b ? -1 : Number(a > b)).toBe(Math.sign(collator.compare(one, other)));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 100) },
    );
  });
});
