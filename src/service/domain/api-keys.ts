import type { NewId } from '#service/domain/ids.ts';
import { base62 } from '#service/domain/base62.ts';
import { toTimestamp } from '#service/domain/time.ts';

export interface ApiKeyRecord {
  id: string;
  /** For people, unlike the id. */
  name: string;
  /** SHA-256 of the key, hexadecimal. The key itself is stored nowhere; its 192 random bits need no salt. */
  hash: string;
  created_at: string;
}

export interface ApiKeyStore {
  /** Does nothing when the hash is there already. */
  insert(record: ApiKeyRecord): Promise<void>;
  has(hash: string): Promise<boolean>;
  isEmpty(): Promise<boolean>;
}

export interface KeyAmbient {
  now: () => Date;
  newId: NewId;
  randomBytes: (count: number) => Uint8Array;
}

const KEY_BYTES = 24;
const KEY_DIGITS = 33;

/** How long a key that was looked up is trusted without another look, in ms. */
const TRUST_MS = 5_000;

export function createApiKeys(store: ApiKeyStore, { now, newId, randomBytes }: KeyAmbient) {
  const trustedUntil = new Map<string, number>();

  async function add(key: string, name: string): Promise<void> {
    const at = now();
    const hash = await sha256(key);
    await store.insert({ id: newId('key', at), name, hash, created_at: toTimestamp(at) });
  }

  return {
    /** @returns the new key; it cannot be read again */
    async create(name: string): Promise<string> {
      const key = `ghk_${base62(randomBytes(KEY_BYTES), KEY_DIGITS)}`;
      await add(key, name);
      return key;
    },

    /** Accepts a key that was made elsewhere; nothing happens when it is accepted already. */
    add,

    async isKey(key: string): Promise<boolean> {
      const at = now().getTime();
      const until = trustedUntil.get(key) ?? 0;
      // A clock that was set back must not make the trust last longer.
      if (at < until && until - at <= TRUST_MS) return true;
      const known = await store.has(await sha256(key));
      if (known) trustedUntil.set(key, at + TRUST_MS);
      else trustedUntil.delete(key);
      return known;
    },

    isEmpty: () => store.isEmpty(),
  };
}

export type ApiKeys = ReturnType<typeof createApiKeys>;

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
