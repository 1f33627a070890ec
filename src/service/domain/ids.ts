export type IdPrefix = 'bot' | 'edghts' | 'edghtsrt' | 'ipp' | 'key' | 'hist';

/** Makes an id for something created at that time. */
export type NewId = (prefix: IdPrefix, at: Date) => string;

/** Seconds since 1970 at which the time of a KSUID begins, by its specification. */
const KSUID_EPOCH_S = 1_400_000_000;
const KSUID_LENGTH = 27;
/** Digits at the end that stay random, so that people can tell neighbours apart. */
const END_LENGTH = 11;

/**
 * Ids are a prefix, `_` and a KSUID: 4 bytes of seconds and 16 random bytes in base 62.
 *
 * Every id is greater than the one before, also inside one second and when the clock goes back: lists are
 * ordered by id, and a new bot user must never appear in the middle of pages that somebody is reading.
 *
 * @param last greatest ids of each prefix that are already in use
 */
export function createNewId(
  randomBytes: (count: number) => Uint8Array,
  ...last: (string | undefined)[]
): NewId {
  const used = last.map((id = '') => id.slice(id.indexOf('_') + 1));
  let previous = used.toSorted().at(-1) ?? '';
  return (prefix, at) => {
    previous = idAfter(previous, ksuid(at, randomBytes(16)));
    return `${prefix}_${previous}`;
  };
}

/**
 * @param fresh is left as it is when it is greater than the one in use. Else the part of that is raised which holds the
 *   time and half of the random bytes, so that it never reaches the next second
 */
export const idAfter = (used: string, fresh: string) =>
  fresh > used ? fresh : next62(used.slice(0, -END_LENGTH)) + fresh.slice(-END_LENGTH);

/** The second in which an id was made; of a raised one, the second of the id before it. */
export const timeOf = (id: string) =>
  new Date((Number(fromBase62(id.slice(-KSUID_LENGTH)) >> 128n) + KSUID_EPOCH_S) * 1000);

/** Smaller than every id that is made at that time or later, unless the clock is set back. */
export const firstIdOf = (prefix: IdPrefix, at: Date) =>
  `${prefix}_${ksuid(at, new Uint8Array(16))}`;

export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9A-Za-z]{27}$/.test(text.slice(prefix.length + 1));
}

function ksuid(at: Date, payload: Uint8Array): string {
  const bytes = new Uint8Array(4 + payload.length);
  const view = new DataView(bytes.buffer);
  const seconds = Math.floor(at.getTime() / 1000) - KSUID_EPOCH_S;
  // A clock that was never set may be before the epoch of KSUIDs; a filter may name a day after their last second.
  view.setUint32(0, Math.min(Math.max(0, seconds), 0xffff_ffff));
  bytes.set(payload, 4);
  // Two of the random bytes hold the fraction of the second, so that ids of several processes sort by time, too.
  view.setUint16(4, Math.floor(((at.getTime() % 1000) / 1000) * 65_536));
  return base62(bytes, KSUID_LENGTH);
}

/** In the order of the character codes, so that texts of one length sort like their numbers. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * @param bytes a number, most significant byte first
 * @param length characters of the result, filled up with zeros on the left
 */
export function base62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; text.length < length; rest /= 62n) text = digit(Number(rest % 62n)) + text;
  return text;
}

/** The inverse of `base62`. */
function fromBase62(text: string): bigint {
  let number = 0n;
  for (const char of text) number = number * 62n + BigInt(DIGITS.indexOf(char));
  return number;
}

/** The next greater number of the same length. */
export function next62(text: string): string {
  const kept = text.replace(/z+$/, '');
  const last = kept.slice(-1);
  if (last === '') throw new RangeError(`There is no number after ${text}`);
  const raised = kept.slice(0, -1) + digit(DIGITS.indexOf(last) + 1);
  return raised.padEnd(text.length, '0');
}

const digit = (value: number) => DIGITS.charAt(value);
