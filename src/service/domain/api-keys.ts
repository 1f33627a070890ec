import { base62, type NewId } from '#service/domain/ids.ts';
import { toTimestamp } from '#service/domain/time.ts';

export interface ApiKeyRecord {
  id: string;
  /** For people, unlike the id. */
  name: string;
  /** SHA-256 of the key, hexadecimal. The key itself is stored nowhere; its 192 random bits need no salt. */
  hash: string;
  /** It may not change anything. */
  read_only: boolean;
  created_at: string;
  /** `null`: it is accepted. */
  revoked_at: string | null;
}

export interface ApiKeyStore {
  /** Does nothing when the hash is there already. */
  insert(record: ApiKeyRecord): Promise<void>;
  find(hash: string): Promise<ApiKeyRecord | undefined>;
  /** In the order in which they were made. */
  list(): Promise<ApiKeyRecord[]>;
  /** @returns the record as it is now; an earlier revocation keeps its time */
  revoke(id: string, at: string): Promise<ApiKeyRecord | undefined>;
}

/** Who asks. */
export type Caller = Pick<ApiKeyRecord, 'id' | 'read_only'>;

interface KeyAmbient {
  /** Of this process, in ms. */
  now: () => number;
  /** Of all processes: what is stored has its times. */
  databaseNow: () => Promise<Date>;
  newId: NewId;
  randomBytes: (count: number) => Uint8Array;
  /** Hexadecimal. */
  sha256: (text: string) => string;
}

const KEY_BYTES = 24;
const KEY_DIGITS = 33;

/** How long a looked-up key is trusted, in ms; so a revoked key may work this much longer. */
const TRUST_MS = 5_000;

export function createApiKeys(
  store: ApiKeyStore,
  { now, databaseNow, newId, randomBytes, sha256 }: KeyAmbient,
) {
  /** By hash, so that no plain key stays in memory; the oldest first. */
  const trusted = new Map<string, { caller: Caller; until: number }>();

  async function add(key: string, { name, read_only = false }: NewKey): Promise<void> {
    const at = await databaseNow();
    const hash = sha256(key);
    const id = newId('key', at);
    const created_at = toTimestamp(at);
    await store.insert({ id, name, hash, read_only, created_at, revoked_at: null });
  }

  function recallHash(hash: string): Caller | undefined {
    const known = trusted.get(hash);
    return known && isTrusted(known.until, now()) ? known.caller : undefined;
  }

  return {
    /** @returns the new key; it cannot be read again */
    async create(options: NewKey): Promise<string> {
      const key = `ghk_${base62(randomBytes(KEY_BYTES), KEY_DIGITS)}`;
      await add(key, options);
      return key;
    },

    /** Accepts a key that was made elsewhere; does nothing when it is already known. */
    add,

    /** @returns `undefined` also for a key that was not looked up recently */
    recall: (key: string) => recallHash(sha256(key)),

    /** @returns `undefined` for a key that is not accepted */
    async identify(key: string): Promise<Caller | undefined> {
      const at = now();
      const hash = sha256(key);
      const known = recallHash(hash);
      if (known !== undefined) return known;
      const record = await store.find(hash);
      for (const [old, { until }] of trusted) if (!isTrusted(until, at)) trusted.delete(old);
      if (record === undefined || record.revoked_at !== null) return undefined;
      trusted.set(hash, { caller: record, until: at + TRUST_MS });
      return record;
    },

    list: () => store.list(),

    /** @returns the key as it is now; `undefined` when there is none of this id */
    revoke: async (id: string) => store.revoke(id, toTimestamp(await databaseNow())),

    isEmpty: async () => (await store.list()).length === 0,
  };
}

interface NewKey {
  name: string;
  read_only?: boolean;
}

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** A clock that is set back must not prolong the trust. */
const isTrusted = (until: number, at: number) => at < until && until - at <= TRUST_MS;
