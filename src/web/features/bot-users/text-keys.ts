import { isPlain } from '#web/lib/untrusted-text.ts';

/**
 * For comparing typed text with a name: the same for small and capital letters, and for an accent that is part of its
 * letter or follows it. A part of a text folds to a part of the folded text.
 */
export function foldCase(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  // The Turkish capital I with a dot keeps that dot beside the small letter, which has one already.
  return text.toLowerCase().normalize('NFD').replaceAll('i\u0307', 'i');
}

let signs: Map<string, string> | undefined;

/** ASCII signs in the order of the reader's language, each as a character below the digits. */
function signsInOrder() {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
  const ordered = ascii.filter((sign) => /[^a-z0-9]/i.test(sign)).toSorted(compare);
  return new Map(ordered.map((sign, at) => [sign, String.fromCharCode(1 + at)]));
}

const ZERO = '0'.charCodeAt(0);
const MOST_DIGITS = 40;

/**
 * Names sort by this key as plain text in the order of `Intl.Collator`, many times as fast: without case and accents, and
 * each number behind the count of its digits, so that 9 precedes 10. Outside of Latin letters the order is Unicode's.
 */
export function nameKey(name: string): string {
  const known = (signs ??= signsInOrder());
  const folded = foldCase(name);
  const plain = isPlain(folded) ? folded : folded.replaceAll(/\p{Mark}+/gu, '');
  return plain.replaceAll(/\d+|[ -/:-@[-`{-~]/g, (part) => {
    const sign = known.get(part);
    if (sign !== undefined) return sign;
    const digits = part.replace(/^0+(?=\d)/, '');
    return String.fromCharCode(ZERO + Math.min(digits.length, MOST_DIGITS)) + digits;
  });
}
