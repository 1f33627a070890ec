/**
 * Characters that leave no mark on the page, or that move the ones around them: controls, the ignorable ones (zero
 * width, bidi controls, fillers, tags), separators, halves of a pair, non-characters, interlinear marks, blank braille.
 */
const UNSEEN = String.raw`\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB\u2800`;

/** Letters and signs beside which a joiner or a variation selector has work: of Persian, Hindi, Han, emoji. */
const SHAPED = String.raw`[^\x00-\x7F\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}${UNSEEN}]`;

/** At work, so that the text would look other without them. */
const WORKING = [
  String.raw`(?<=${SHAPED}\p{Variation_Selector}?)[\u200C\u200D](?=${SHAPED})`,
  String.raw`(?<=${SHAPED})\p{Variation_Selector}`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`, // the key caps among the emoji
].join('|');

/** Marks on one letter; no script needs more. Beyond them they would cover the lines above and below. */
const MARKS = String.raw`(?<=\p{M}{8})\p{M}`;

const WRITTEN_OUT = String.raw`⟨U\+[0-9A-F]{4,6}⟩`;

const ODD = new RegExp(String.raw`(?!${WORKING})[${UNSEEN}]|${MARKS}`, 'u');
const EACH_ODD = new RegExp(ODD.source, 'gu');
const EACH_PART = new RegExp(`(${ODD.source}|${WRITTEN_OUT})`, 'u');

/** Whether a text holds characters that cannot be seen or that reorder it. */
export const hasOddCharacters = (text: string) => ODD.test(text);

/**
 * One line of text from elsewhere, each odd character written out: `a⟨U+202E⟩b`. For titles and accessible names;
 * in the page `ForeignText` also keeps its direction apart.
 *
 * @returns ordinary text as it is, also emoji and text of any script
 */
export const visibleText = (text: string) =>
  ODD.test(text) ? text.replaceAll(EACH_ODD, writtenOut) : text;

/** Odd characters have a `code`; also where `visibleText` has written them out already. */
export type TextPart = { text: string; code?: string };

/** The visible text in parts, so that what was written out can be marked. */
export const visibleParts = (text: string): TextPart[] =>
  text
    .split(EACH_PART)
    .map((part, index): TextPart => {
      if (index % 2 === 0) return { text: part };
      const written = part.startsWith('⟨') ? part : writtenOut(part);
      return { text: written, code: written.slice(1, -1) };
    })
    .filter((part) => part.text !== '');

function writtenOut(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `⟨U+${code}⟩`;
}
