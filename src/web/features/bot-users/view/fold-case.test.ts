import { expect, it } from 'vitest';
import { foldCase } from '#web/features/bot-users/view/fold-case.ts';

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
