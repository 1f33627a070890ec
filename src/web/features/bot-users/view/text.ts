const isAscii = (text: string) => /^[\0-~]*$/.test(text);

/**
 * For comparing what was typed with a name: the same for small and capital letters, and for an accent that is part of
 * its letter or follows it. A part of a text folds to a part of the folded text.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // The Turkish capital I with a dot keeps that beside the small one, which has it already.
  return text.toLowerCase().normalize('NFD').replaceAll('i\u0307', 'i');
}

const SEPARATOR = /[-_./:\s]/;

/**
 * The name group: a name up to its last separator. `ci-deployer-eu-1` → `ci-deployer-eu`, `web - 1` → `web`,
 * `scraper` → the empty one. Case matters: names that differ in nothing else are found as possible duplicates.
 */
export function groupOf(name: string): string {
  let end = name.length;
  while (end > 0 && !SEPARATOR.test(name.charAt(end - 1))) end--;
  while (end > 0 && SEPARATOR.test(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

let signs: ReturnType<typeof signsInOrder> | undefined;

/** ASCII signs in the order of the reader's language, each as a character below the digits. */
function signsInOrder() {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return new Map(
    Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
      .filter((sign) => /[^a-z0-9]/i.test(sign))
      .toSorted(compare)
      .map((sign, at) => [sign, String.fromCharCode(1 + at)]),
  );
}

const ZERO = '0'.charCodeAt(0);
const LONGEST = 40;

/**
 * Names sort by it as plain text in the order of `Intl.Collator`, many times as quickly: without case and accents, and
 * each number behind the count of its digits, so that 9 precedes 10. Outside of Latin letters the order is Unicode's.
 */
export function nameKey(name: string): string {
  const known = (signs ??= signsInOrder());
  const folded = foldCase(name);
  const plain = isAscii(folded) ? folded : folded.replace(/\p{Mark}+/gu, '');
  return plain.replace(/\d+|[ -/:-@[-`{-~]/g, (part) => {
    const sign = known.get(part);
    if (sign !== undefined) return sign;
    const digits = part.replace(/^0+(?=\d)/, '');
    return String.fromCharCode(ZERO + Math.min(digits.length, LONGEST)) + digits;
  });
}
