import * as z from 'zod/mini';

/** Milliseconds of `Date.now()`. */
const Moment = z.int();

/** A session, also as another tab gets it and as this tab keeps it over a reload. */
export const StoredSession = z.object({
  /** Only characters that can stand in a header. */
  key: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  /** Orders sessions and sign-outs: from the clock, but the stamp grows even when that is set back. */
  stamp: Moment,
  /** The stamp of the first key; a key that is given in the dialog over the page takes the lineage over. */
  lineage: Moment,
  account: z.string().check(z.maxLength(100)),
  signedInAt: Moment,
  usedAt: Moment,
});
export type StoredSession = z.infer<typeof StoredSession>;

const EndReason = z.enum(['signed-out', 'idle', 'age', 'none']);
/** Why nobody is signed in. */
export type EndReason = z.infer<typeof EndReason>;

/** What tabs post on the BroadcastChannel `gatehouse`. Another app of this origin may post anything there. */
export const Message = z.union([
  z.object({ type: z.enum(['ask']) }),
  z.object({ type: z.enum(['give']), session: StoredSession }),
  /** Ends the session with this stamp and those before it. */
  z.object({ type: z.enum(['end']), reason: EndReason, stamp: Moment }),
]);
export type Message = z.infer<typeof Message>;

/** The last four characters of a key, to tell keys apart; none of a short one. */
export const endOf = (key: string) => (key.length >= 16 ? key.slice(-4) : '');

/**
 * Names the account of a key on this device: its plans and jobs are found again by the name, which tells nothing of the
 * key. Browsers have no digest on plain HTTP; there the end of the key serves, which the settings show as well.
 */
export async function accountOfKey(key: string): Promise<string> {
  const { subtle } = crypto as Partial<Crypto>; // missing on plain HTTP, whatever its type says
  if (!subtle) return endOf(key);
  const secret = new TextEncoder().encode(`gatehouse-account:${location.host}:${key}`);
  const digest = new Uint8Array(await subtle.digest('SHA-256', secret));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
