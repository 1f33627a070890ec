/** Invisible, and often copied along: white space, controls, joiners, marks of direction. */
const BLANK = String.raw`[\s\p{Cc}\p{Cf}]`;
const QUOTE = '["\'`´“”„‟‘’‚‛«»‹›]';
const AROUND = new RegExp(`^(?:${BLANK}|${QUOTE})+|(?:${BLANK}|${QUOTE})+$`, 'gu');

/** What stands before a key in commands, headers and settings files. */
const BEFORE = [
  /^(?:-H|--header)[\s=]*["']/,
  new RegExp(`^authorization${QUOTE}?\\s*[:=]`, 'iu'),
  /^bearer(?:\s|$)/i,
  /^(?:export|set)\s+\w+=(?!=)/i,
  /^[A-Z][A-Z0-9_]*KEY=(?=[^=])/,
];

const NAMES: Record<string, string> = {
  '\u00ad': 'a soft hyphen',
  '\u200b': 'a zero width space',
  '\u200c': 'a zero width non-joiner',
  '\u200d': 'a zero width joiner',
  '\u2060': 'a word joiner',
  '\ufeff': 'a byte order mark',
};

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
  return {
    problem: `Character ${position} cannot be part of a key${kindOf(odd[0])}. Copy it again`,
  };
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

/** Names only what is invisible; a visible character may be part of the key. */
function kindOf(character: string): string {
  const name = NAMES[character];
  if (name !== undefined) return `: it is ${name}`;
  if (/\p{Cc}/u.test(character)) return ': it is a control character';
  return /\p{Cf}/u.test(character) ? ': it is a character that cannot be seen' : '';
}
