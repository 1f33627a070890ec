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

const MOST_DIGITS = 40;

/**
 * Names sort by this key as plain text, many times as fast as with `Intl.Collator`: without case and accents, and each
 * number behind the count of its digits, so that 9 precedes 10.
 */
export function nameKey(name: string): string {
  const folded = foldCase(name);
  const plain = isPlain(folded) ? folded : folded.replaceAll(/\p{Mark}+/gu, '');
  return plain.replaceAll(/\d+/g, (part) => {
    const digits = part.replace(/^0+(?=\d)/, '');
    return String.fromCharCode(48 + Math.min(digits.length, MOST_DIGITS)) + digits;
  });
}
