import { formatNumber } from '#web/lib/format.ts';

/**
 * Characters that leave no mark on the page, or that move the ones around them: controls, the ignorable ones (zero
 * width, bidi controls, fillers, tags), separators, halves of a pair, non-characters, interlinear marks, blank braille.
 */
const UNSEEN = String.raw`\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB\u2800`;

/** Characters beside which a joiner or a variation selector matters: of Persian, Hindi, Han, emoji. */
const SHAPED = String.raw`[^\x00-\x7F\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}${UNSEEN}]`;

/** In a pattern: what people and programs put around a text. */
export const QUOTE_MARK = '["\'`´“”„‟‘’‚‛«»‹›]';

/** The text would look different without them. */
const WORKING = [
  String.raw`(?<=${SHAPED}\p{Variation_Selector}?)[\u200C\u200D](?=${SHAPED})`,
  String.raw`(?<=${SHAPED})\p{Variation_Selector}`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`, // the key caps among the emoji
].join('|');

/** No script needs more than 8 marks on a letter; more would cover the lines above and below. */
const MARKS = String.raw`(?<=\p{M}{8})\p{M}`;

/** A run as `visibleText` writes it; also several of them beside each other. */
const EACH_WRITTEN_RUN = /((?:⟨(?:U\+[0-9A-F]{4,6}|… [\d,]+ more)⟩)+)/;

const WRITTEN_MAX = 6;

/** Most texts, and quick to tell: the pattern for the others takes its time before it is used first. */
export const isPlain = (text: string) => /^[ -~…]*$/.test(text);

let eachOdd: RegExp | undefined;
const findOdd = (text: string) =>
  text.matchAll((eachOdd ??= new RegExp(String.raw`(?!${WORKING})[${UNSEEN}]|${MARKS}`, 'gu')));

/** Whether a text has characters that are invisible or reorder it. */
export const hasOddCharacters = (text: string) =>
  !isPlain(text) && findOdd(text).next().done !== true;

/**
 * Writes out each odd character: `a⟨U+202E⟩b`, of a long run only the first ones: `⟨U+200B⟩…⟨… 94 more⟩`. Ordinary text
 * stays as it is, also emoji and any script. For titles and accessible names; the page has `UntrustedText`.
 */
export function visibleText(text: string): string {
  if (isPlain(text)) return text;
  let visible = '';
  let end = 0;
  let length = 0;
  const closeRun = () => {
    if (length > WRITTEN_MAX) visible += `⟨… ${formatNumber(length - WRITTEN_MAX)} more⟩`;
    length = 0;
  };
  // One by one: a pattern for whole runs gives up where they are very long.
  for (const { 0: character, index } of findOdd(text)) {
    if (index > end) closeRun();
    visible += text.slice(end, index);
    if (++length <= WRITTEN_MAX) visible += writtenOut(character);
    end = index + character.length;
  }
  closeRun();
  return visible + text.slice(end);
}

/** The visible text in parts: each run that was written out has the `code` of its characters. */
export const visibleParts = (text: string): Array<{ text: string; code?: string }> =>
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
