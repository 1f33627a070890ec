import { expect, it } from 'vitest';
import { groupOf } from '#web/features/bot-users/view/group-of.ts';

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
