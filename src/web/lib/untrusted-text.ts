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

/** A run as `visibleText` writes it; also several of them beside each other. */
const EACH_WRITTEN_RUN = /((?:⟨(?:U\+[0-9A-F]{4,6}|… [\d,]+ more)⟩)+)/;

/** Of one run; more would be nothing to read. */
const WRITTEN_MAX = 6;

const ODD = new RegExp(String.raw`(?!${WORKING})[${UNSEEN}]|${MARKS}`, 'u');
const EACH_ODD = new RegExp(ODD.source, 'gu');

/** Whether a text holds characters that cannot be seen or that reorder it. */
export const hasOddCharacters = (text: string) => ODD.test(text);

/**
 * One line of text from elsewhere, each odd character written out: `a⟨U+202E⟩b`. Of a long run of them only the first:
 * `⟨U+200B⟩⟨U+200B⟩⟨U+200B⟩⟨U+200B⟩⟨U+200B⟩⟨U+200B⟩⟨… 94 more⟩`. For titles and accessible names; in the page `UntrustedText`
 * also keeps its direction apart.
 *
 * @returns ordinary text as it is, also emoji and text of any script
 */
export function visibleText(text: string): string {
  if (!ODD.test(text)) return text;
  let visible = '';
  let end = 0;
  let length = 0;
  const closeRun = () => {
    if (length > WRITTEN_MAX) visible += `⟨… ${(length - WRITTEN_MAX).toLocaleString('en')} more⟩`;
    length = 0;
  };
  // One by one: a pattern for whole runs gives up where they are very long.
  for (const { 0: character, index } of text.matchAll(EACH_ODD)) {
    if (index > end) closeRun();
    visible += text.slice(end, index);
    if (++length <= WRITTEN_MAX) visible += writtenOut(character);
    end = index + character.length;
  }
  closeRun();
  return visible + text.slice(end);
}

/** What was written out has the `code` of its characters. */
export type TextPart = { text: string; code?: string };

/** The visible text in parts, so that what was written out can be marked: one part for each run. */
export const visibleParts = (text: string): TextPart[] =>
  visibleText(text)
    .split(EACH_WRITTEN_RUN)
    .map((part, index) =>
      index % 2 === 0
        ? { text: part }
        : { text: part, code: part.slice(1, -1).replaceAll('⟩⟨', ' ') },
    )
    .filter((part) => part.text !== '');

function writtenOut(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `⟨U+${code}⟩`;
}
