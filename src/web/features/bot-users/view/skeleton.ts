/**
 * Characters that are taken for each other, in lower case, by the text that stands for all of them. A choice from the
 * confusables of Unicode (UTS 39) in Latin, Greek, Cyrillic and Armenian: packages with all 6,300 are 96 kB and more.
 *
 * Case does not count, so capital I and small L, which look the same, make i, l and 1 one letter. Where the two cases
 * of a Greek letter look like two Latin ones, the small one decides.
 */
const CONFUSABLES = {
  a: '\u0430\u03b1\u0251',
  b: '\u0432\u044c\u03b2\u0185',
  c: '\u0441\u1d04',
  d: '\u0501',
  e: '\u0435\u04bd\u03b5',
  f: '\u0584\u03dd\ua799',
  g: '\u050d\u0261\u0581',
  h: '\u04bb\u043d\u03b7\u0570',
  i: 'l1|\u0456\u04cf\u03b9\u0269\u026a\u01c0',
  j: '\u0458\u03f3',
  k: '\u043a\u03ba',
  n: '\u0578\u057c',
  o: '0\u043e\u03bf\u03c3\u0585\u1d0f',
  p: '\u0440\u03c1',
  q: '\u051b\u0566\u0563',
  r: '\u0433\u1d26',
  rn: 'm\u043c\u03bc\u03fb',
  s: '\u0455\ua731\u057f',
  t: '\u0442\u03c4',
  u: '\u03c5\u057d\u1d1c\u028b',
  v: '\u03bd\u0475\u1d20',
  w: '\u0461\u051d\u0561\u1d21\u026f',
  x: '\u0445\u03c7',
  y: '\u0443\u04af\u03b3\u028f\u0263\u10e7',
  z: '\u03b6\u1d22',
  ae: '\u00e6\u04d5',
  oe: '\u0153',
};

const confusables = new Map(
  Object.entries(CONFUSABLES).flatMap(([same, letters]) =>
    Array.from(letters, (letter) => [letter, same]),
  ),
);

const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
const DASHES = /\p{Dash}/gu;
const CONFUSABLE = new RegExp(`[${[...confusables.keys()].join('')}]`, 'gu');

const isAscii = (text: string) => /^[ -~]*$/.test(text);

/**
 * The same for names that differ only in case, blanks, invisible characters or look-alike letters; not for reading.
 * `prod-1` and `PROD - l` have one.
 */
export const skeletonOf = (name: string) =>
  folded(name).replace(CONFUSABLE, (letter) => confusables.get(letter) ?? letter);

function folded(name: string): string {
  if (isAscii(name)) return name.replaceAll(' ', '').toLowerCase();
  return (
    name
      .normalize('NFKD')
      .replace(INVISIBLE, '')
      .replace(DASHES, '-')
      // Upper case first: it joins ß with ss, and the two small forms of sigma.
      .toUpperCase()
      .toLowerCase()
  );
}
