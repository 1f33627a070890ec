import { QUOTE_MARK } from '#web/lib/untrusted-text.ts';

/** Invisible, and often copied along: white space, controls, joiners, marks of direction. */
const BLANK = String.raw`[\s\p{Cc}\p{Cf}]`;
const AROUND = new RegExp(`^(?:${BLANK}|${QUOTE_MARK})+|(?:${BLANK}|${QUOTE_MARK})+$`, 'gu');

/** What stands before a key in commands, headers and settings files. */
const BEFORE = [
  /^(?:-H|--header)[\s=]*["']/,
  new RegExp(`^authorization${QUOTE_MARK}?\\s*[:=]`, 'iu'),
  /^bearer(?:\s|$)/i,
  /^(?:export|set)\s+\w+=(?!=)/i,
  /^[A-Z][A-Z0-9_]*KEY=(?=[^=])/,
];

/**
 * Reads the key out of a text that was copied from a command or a file. Nothing inside a key is changed, and no
 * problem repeats any of it.
 */
export function readApiKey(text: string): { key: string } | { problem: string } {
  const key = withoutSurroundings(text);
  if (key === '') return { problem: 'Enter your API key' };
  const odd = /[^\x21-\x7e]/u.exec(key);
  if (odd === null) return { key };
  if (/[^\S\ufeff]/.test(odd[0]))
    return { problem: 'API key must not contain spaces. Check that you pasted one key' };
  // Counted in characters, in the field as it stands.
  const position = Array.from(text.slice(0, text.indexOf(key) + odd.index)).length + 1;
  const isSeen = !/[\p{Cc}\p{Cf}]/u.test(odd[0]);
  const what = isSeen ? '' : ': it cannot be seen';
  return { problem: `Character ${position} cannot be part of a key${what}. Copy it again` };
}

/** Layer by layer, as in `-H 'Authorization: Bearer "x"'`. */
function withoutSurroundings(text: string): string {
  let inner = text;
  let outer: string;
  do {
    outer = inner;
    inner = BEFORE.reduce((rest, before) => rest.replace(before, ''), outer.replaceAll(AROUND, ''));
  } while (inner !== outer);
  return inner;
}
