import { hash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { createApiKeys, type ApiKeyRecord } from '#service/domain/api-keys.ts';
import { testAuthor } from '#service/domain/author.test.helper.ts';

afterEach(() => void vi.restoreAllMocks());

function setUp() {
  const rows: ApiKeyRecord[] = [];
  const clock = { ms: 1_000_000, lookUps: 0, revision: undefined as number | undefined };
  vi.spyOn(performance, 'now').mockImplementation(() => clock.ms);
  const apiKeys = createApiKeys(
    {
      insert: async (record) => void rows.push(record),
      find: async (wanted) => {
        clock.lookUps += 1;
        return rows.find((row) => row.hash === wanted);
      },
      list: async () => rows,
      revoke: async (id, at) =>
        Object.assign(rows.find((row) => row.id === id) ?? {}, { revoked_at: at }) as ApiKeyRecord,
    },
    {
      databaseNow: async () => new Date(clock.ms),
      othersRevision: () => clock.revision,
      newId: (prefix) => `${prefix}_1`,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      sha256: (text) => hash('sha256', text, 'hex'),
    },
  );
  return { apiKeys, rows, clock };
}

it('stores the SHA-256 of a key and never the key', async () => {
  const { apiKeys, rows } = setUp();
  await apiKeys.create({ name: 'known', key: 'abc' }, testAuthor);
  expect(rows[0]?.hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  const key = await apiKeys.create({ name: 'made' }, testAuthor);
  expect(key).toMatch(/^ghk_[0-9A-Za-z]{33}$/);
  expect(JSON.stringify(rows)).not.toContain(key);
});

it('trusts a key for a second where it cannot know of a revocation', async () => {
  const { apiKeys, rows, clock } = setUp();
  const key = await apiKeys.create({ name: 'made' }, testAuthor);
  await apiKeys.identify(key);
  Object.assign(rows[0] ?? {}, { revoked_at: 'by another process' });
  clock.ms += 999;
  expect([(await apiKeys.identify(key))?.id, clock.lookUps]).toEqual(['key_1', 1]);
  clock.ms += 1;
  expect(await apiKeys.identify(key)).toBeUndefined();
});

it('looks a key up again as soon as another process has written, and at once after its own revocation', async () => {
  const { apiKeys, clock } = setUp();
  const key = await apiKeys.create({ name: 'made' }, testAuthor);
  clock.revision = 1;
  await apiKeys.identify(key);
  expect(apiKeys.identify(key)).toMatchObject({ id: 'key_1' }); // at once
  clock.revision = 2;
  expect([(await apiKeys.identify(key))?.id, clock.lookUps]).toEqual(['key_1', 2]);
  await apiKeys.revoke('key_1', testAuthor);
  expect(await apiKeys.identify(key)).toBeUndefined();
});

it('keeps hashes in the memory, never keys, and none past its time', async () => {
  const { apiKeys, clock } = setUp();
  const key = await apiKeys.create({ name: 'made' }, testAuthor);
  const set = vi.spyOn(Map.prototype, 'set');
  const forget = vi.spyOn(Map.prototype, 'delete');
  await apiKeys.identify(key);
  const kept = hash('sha256', key, 'hex');
  expect(set.mock.calls.map(([name]) => name as unknown)).toEqual([kept]);
  clock.ms += 1_000;
  await apiKeys.identify('another');
  expect(forget.mock.calls).toEqual([[kept]]);
});

it('looks a wrong key up each time, so that a new one works at once', async () => {
  const { apiKeys } = setUp();
  expect(await apiKeys.identify('later')).toBeUndefined();
  await apiKeys.create({ name: 'now', key: 'later' }, testAuthor);
  expect(await apiKeys.identify('later')).toMatchObject({ id: 'key_1' });
});
