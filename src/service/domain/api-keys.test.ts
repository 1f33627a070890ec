import { expect, it } from 'vitest';
import { createApiKeys, type ApiKeyRecord } from '#service/domain/api-keys.ts';

function setUp() {
  const rows: ApiKeyRecord[] = [];
  const clock = { ms: 1_000_000, lookUps: 0 };
  const apiKeys = createApiKeys(
    {
      insert: async (record) => void rows.push(record),
      has: async (hash) => {
        clock.lookUps += 1;
        return rows.some((row) => row.hash === hash);
      },
      isEmpty: async () => rows.length === 0,
    },
    {
      now: () => new Date(clock.ms),
      newId: (prefix) => `${prefix}_1`,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    },
  );
  return { apiKeys, rows, clock };
}

it('stores the SHA-256 of a key and never the key', async () => {
  const { apiKeys, rows } = setUp();
  await apiKeys.add('abc', 'known');
  expect(rows[0]?.hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  const key = await apiKeys.create('made');
  expect(key).toMatch(/^ghk_[0-9A-Za-z]{33}$/);
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(await apiKeys.isKey(key)).toBe(true);
});

it('trusts a key for five seconds, and no longer when the clock is set back', async () => {
  const { apiKeys, rows, clock } = setUp();
  const key = await apiKeys.create('made');
  await apiKeys.isKey(key);
  rows.pop();
  clock.ms += 4_999;
  expect([await apiKeys.isKey(key), clock.lookUps]).toEqual([true, 1]);
  clock.ms -= 60_000;
  expect(await apiKeys.isKey(key)).toBe(false);
});

it('looks a wrong key up each time, so that a new one works at once', async () => {
  const { apiKeys } = setUp();
  expect(await apiKeys.isKey('later')).toBe(false);
  await apiKeys.add('later', 'now');
  expect(await apiKeys.isKey('later')).toBe(true);
});
