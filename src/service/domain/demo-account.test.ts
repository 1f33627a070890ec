import { expect, it } from 'vitest';
import { demoAccount } from '#service/domain/demo-account.ts';
import { createNewId } from '#service/domain/ids.ts';

const now = new Date('2026-03-01T12:00:00Z');
const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const account = demoAccount(now, createNewId(random, undefined));
const botUsers = [...account.botUsers];

it('has bot users, a fifth of them inactive, over the last 14 months in one order of ids and times', () => {
  expect(botUsers.filter(({ active }) => !active)).toHaveLength(51);
  const times = botUsers.map(({ created_at }) => created_at);
  const ids = botUsers.map(({ id }) => id);
  expect([times, ids]).toEqual([times.toSorted(), ids.toSorted()]);
  expect(times[0]?.slice(0, 7)).toBe('2024-12');
  expect(Date.parse(times.at(-1) ?? '')).toBeLessThan(now.getTime());
});

it('has routes whose module is on, off with policies, and absent, and none that lets nobody in', () => {
  const modules = account.ipRestrictions.map(({ enabled, ip_policy_ids }) => [
    enabled,
    ip_policy_ids.length > 0,
  ]);
  expect(modules.length).toBeLessThan(account.routes.length);
  expect(modules).toContainEqual([true, true]);
  expect(modules).toContainEqual([false, true]);
  expect(modules).not.toContainEqual([true, false]);
});
