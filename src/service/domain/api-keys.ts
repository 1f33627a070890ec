import type { Author } from '#service/domain/history.ts';
import { base62, type NewId } from '#service/domain/ids.ts';
import { toTimestamp } from '#service/domain/text.ts';

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
  insert(record: ApiKeyRecord, author: Author): Promise<void>;
  find(hash: string): Promise<ApiKeyRecord | undefined>;
  /** In the order in which they were made. */
  list(): Promise<ApiKeyRecord[]>;
  /** @returns the record as it is now; an earlier revocation keeps its time */
  revoke(id: string, at: string, author: Author): Promise<ApiKeyRecord | undefined>;
}

/** Who asks. */
export type Caller = Pick<ApiKeyRecord, 'id' | 'name' | 'read_only'>;

interface ApiKeyOptions {
  /** All processes share these times, so they are stored. */
  databaseNow: () => Promise<Date>;
  /** Differs after every write of another process; `undefined` where that cannot be known. */
  othersRevision: () => number | undefined;
  newId: NewId;
  randomBytes: (count: number) => Uint8Array;
  /** Hexadecimal. */
  sha256: (text: string) => string;
}

interface NewKey {
  name: string;
  read_only?: boolean;
  /** One that was made elsewhere; missing: a random one. */
  key?: string;
}

const KEY_BYTES = 24;
const KEY_DIGITS = 33;

/** How long a looked-up key is trusted, in ms; without a revision a revoked key may work this much longer. */
const TRUST_MS = 1_000;

export function createApiKeys(store: ApiKeyStore, options: ApiKeyOptions) {
  const { databaseNow, othersRevision, newId, randomBytes, sha256 } = options;
  /** By hash, so that no plain key stays in memory. */
  const trusted = new Map<string, { caller: Caller; until: number }>();
  let trustedAt: number | undefined;

  const randomKey = () => `ghk_${base62(randomBytes(KEY_BYTES), KEY_DIGITS)}`;

  async function lookUp(hash: string, at: number): Promise<Caller | undefined> {
    const revision = trustedAt;
    const record = await store.find(hash);
    for (const [old, { until }] of trusted) if (until <= at) trusted.delete(old);
    if (record === undefined || record.revoked_at !== null) return undefined;
    // Another process may have revoked the key while it was looked up.
    if (revision === trustedAt) trusted.set(hash, { caller: record, until: at + TRUST_MS });
    return record;
  }

  return {
    /** @returns the key, which cannot be read again; one that is known already stays as it was */
    async create({ name, read_only = false, key = randomKey() }: NewKey, author: Author) {
      const at = await databaseNow();
      const hash = sha256(key);
      const id = newId('key', at);
      const created_at = toTimestamp(at);
      await store.insert({ id, name, hash, read_only, created_at, revoked_at: null }, author);
      return key;
    },

    /** @returns without a promise who has been looked up recently; `undefined` for a key that is not accepted */
    identify(key: string): Caller | Promise<Caller | undefined> {
      const at = performance.now(); // nobody can set this clock
      const hash = sha256(key);
      const revision = othersRevision();
      if (revision !== trustedAt) trusted.clear();
      trustedAt = revision;
      const known = trusted.get(hash);
      return known && at < known.until ? known.caller : lookUp(hash, at);
    },

    /** @returns the key as it is now; `undefined` when there is none of this id */
    async revoke(id: string, author: Author) {
      const key = await store.revoke(id, toTimestamp(await databaseNow()), author);
      trusted.clear();
      return key;
    },
  };
}

export type ApiKeys = ReturnType<typeof createApiKeys>;
