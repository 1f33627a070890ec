// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import { WriteRules } from '#contract/write-rules.ts';
import { reachOf } from '#web/features/bot-users/data/addressability.ts';

beforeEach(() => setConfig(testConfig()));

it('opens and changes whatever has an address', () => {
  expect(reachOf({ id: 'a/b', name: 'x' })).toEqual({
    path: '/bot-users/a%2Fb',
    canAsk: true,
    canChange: true,
  });
});

it('says what is closed where there is none', () => {
  expect(reachOf({ id: '..', name: 'x' })).toMatchObject({ path: undefined, canChange: false });
  expect(reachOf({ id: '..', name: 'x' }).note).toMatch(/opened or changed/);
  expect(reachOf({ id: 'new', name: 'x' })).toMatchObject({ path: undefined, canChange: true });
  expect(reachOf({ id: 'new', name: 'x' }).note).toMatch(/opened/);
});

it('lets nobody change what is protected, by its id or its name, but look at it', () => {
  const rules = WriteRules.parse({ protected_bot_users: ['a', 'prod-*'] });
  setConfig(testConfig({ write_rules: rules }));
  const seen = { path: '/bot-users/a', canAsk: true, note: 'Protected by the operator.' };
  expect(reachOf({ id: 'a', name: 'x' })).toEqual({ ...seen, canChange: false });
  expect(reachOf({ id: 'b', name: 'prod-x' }).canChange).toBe(false);
  expect(reachOf({ id: 'b', name: 'x' }).canChange).toBe(true);
});
