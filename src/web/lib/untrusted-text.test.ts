import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '#contract/any-character.test.helper.ts';
import { hasOddCharacters, visibleParts, visibleText } from '#web/lib/untrusted-text.ts';

/** Spelled apart from the code under test: what must never reach the page as it is. */
const listed = [
  [0x00, 0x1f, 0x7f, 0x9f, 0x2028, 0x202e, 0x2060, 0x206f, 0xfff9, 0xfffb, 0xe0000, 0xe007f],
  [0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200e, 0x200f, 0x2800, 0x3164, 0xd800, 0xdfff],
  [0xfeff, 0xfffe, 0xffff, 0x10ffff],
]
  .flatMap((codes, line) => (line === 0 ? ranges(codes) : codes))
  .map((code) => String.fromCodePoint(code));

/** Any text, rich in what is odd and in what stands beside it. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(...listed),
      fc.constantFrom('a', 'é', 'ü', 'ی', 'क', '्', '漢', '❤', '👩', '\u0301', '⟨', 'U+', '⟩'),
      fc.constantFrom('\u200c', '\u200d', '\ufe0f', '\ufe00', '\u{e0100}'),
      fc.constantFrom('\u200b'.repeat(9), '⟨U+200B⟩', '⟨… 1,000 more⟩', '⟨… '),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

it.each([
  ['a direction override', 'invoice\u202egpj.exe', 'invoice⟨U+202E⟩gpj.exe'],
  ['a tag', 'a\u{e0041}', 'a⟨U+E0041⟩'],
  ['a joiner between Latin letters', 'é\u200dé', 'é⟨U+200D⟩é'],
  ['a joiner at the end', 'क\u200d', 'क⟨U+200D⟩'],
  ['a variation selector on a letter', 'a\ufe0f', 'a⟨U+FE0F⟩'],
  ['data hidden in selectors', '😀\ufe00\ufe01', '😀\ufe00⟨U+FE01⟩'],
  [
    'of a long run its first',
    'a' + '\u200b'.repeat(1_200),
    `a${'⟨U+200B⟩'.repeat(6)}⟨… 1,194 more⟩`,
  ],
  ['a ninth mark on one letter', `o${'\u0301'.repeat(9)}`, `o${'\u0301'.repeat(8)}⟨U+0301⟩`],
])('visibleText writes out %s', (_, text, visible) => {
  expect(visibleText(text)).toBe(visible);
  expect(hasOddCharacters(text)).toBe(true);
});

it.each([
  'Zoë Müller-Łódź',
  'می‌خواهم', // Persian, with a non-joiner
  'क्‍ष', // Devanagari, with a joiner
  '漢字\u{e0100} 仮名　全角',
  'שלום עולם',
  'việt (decomposed: việt)',
  '👩🏽‍💻 ❤️‍🔥 1️⃣ 🏳️‍🌈 ☎︎',
  'ཧྐྵྨླྺྼྻྂ', // the highest stack of Tibetan
  '⟨U+202E⟩',
])('visibleText leaves "%s" as it is', (text) => {
  expect(visibleText(text)).toBe(text);
  expect(hasOddCharacters(text)).toBe(false);
});

it('visibleText lets none of the listed characters through, and says whether there was one', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const visible = visibleText(text);
      const left = [...visible].filter((character) => listed.includes(character));
      expect(left).toEqual([]);
      expect(hasOddCharacters(text)).toBe(visible !== text);
    }),
  );
});

it('visibleParts tells what was written out from the rest, and makes one part of a run', () => {
  expect(visibleParts('a\u202e\u200bb\u200b')).toEqual([
    { text: 'a' },
    { text: '⟨U+202E⟩⟨U+200B⟩', code: 'U+202E U+200B' },
    { text: 'b' },
    { text: '⟨U+200B⟩', code: 'U+200B' },
  ]);
  const [only, ...others] = visibleParts('\u200b\u{e0041}'.repeat(50_000));
  expect(only?.text).toMatch(/⟨U\+E0041⟩⟨… 99,994 more⟩$/);
  expect(others).toEqual([]);
});

it('visibleParts makes up the visible text, and knows it again when it is written out already', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const parts = visibleParts(text);
      expect(parts.map((part) => part.text).join('')).toBe(visibleText(text));
      expect(visibleParts(visibleText(text))).toEqual(parts);
    }),
  );
});

/** @param ends the first and the last of each range */
function ranges([from, to, ...others]: readonly number[]): number[] {
  if (from === undefined || to === undefined) return [];
  return [...Array.from({ length: to - from + 1 }, (_, at) => from + at), ...ranges(others)];
}
