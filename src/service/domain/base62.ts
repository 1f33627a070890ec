/** In the order of the character codes, so that texts of one length sort like the numbers they stand for. */
export const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * @param bytes a number, most significant byte first
 * @param length characters of the result, filled up with zeros on the left
 */
export function base62(bytes: Uint8Array, length: number): string {
  let rest = 0n;
  for (const byte of bytes) rest = (rest << 8n) | BigInt(byte);
  let text = '';
  for (; rest > 0n; rest /= 62n) text = digit(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}

/** The number that a text of `base62` stands for. */
export function fromBase62(text: string): bigint {
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
