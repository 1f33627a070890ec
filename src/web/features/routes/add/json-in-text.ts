/** A list of lists, objects or texts, or an object. */
const BEGIN = /[^\S\r\n]*(?=\[\s*["[{\]]|\{\s*["}])/y;
const BEHIND = /[^\S\r\n]*,?[^\S\r\n]*(?:\r\n|\r|\n|$)/y;

/**
 * The JSON list or object that begins at a line of a text and ends one.
 *
 * @returns `undefined`: none begins there; without `value`: what begins like one cannot be read
 */
export function jsonAt(source: string, from: number): { value?: object; end: number } | undefined {
  BEGIN.lastIndex = from;
  const blanks = BEGIN.exec(source)?.[0].length;
  if (blanks === undefined) return undefined;
  BEHIND.lastIndex = endOfBrackets(source, from + blanks);
  const json = source.slice(from, BEHIND.lastIndex);
  if (!BEHIND.test(source)) return { end: source.length };
  const end = BEHIND.lastIndex;
  try {
    // By its bracket it is a list or an object.
    return { value: JSON.parse(json) as object, end };
  } catch {
    return { end: source.length };
  }
}

/** Index behind the bracket that closes the one at `start`, or the end of the text. */
function endOfBrackets(source: string, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < source.length; at++) {
    const sign = source[at];
    if (isText && sign === '\\') at += 1;
    else if (sign === '"') isText = !isText;
    else if (!isText && (sign === '[' || sign === '{')) depth += 1;
    else if (!isText && (sign === ']' || sign === '}') && --depth === 0) return at + 1;
  }
  return source.length;
}
