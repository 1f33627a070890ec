import { expect, it } from 'vitest';
import { reachOf } from '#web/features/bot-users/data/addressability.ts';

it('opens and changes whatever has an address', () => {
  expect(reachOf('a/b')).toEqual({ path: '/bot-users/a%2Fb', canChange: true });
});

it('says what is closed where there is none', () => {
  expect(reachOf('..')).toMatchObject({ path: undefined, canChange: false });
  expect(reachOf('..').note).toMatch(/opened or changed/);
  expect(reachOf('new')).toMatchObject({ path: undefined, canChange: true });
  expect(reachOf('new').note).toMatch(/opened/);
});
