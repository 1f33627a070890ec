/** Strings, the six marks, and everything else that JSON has. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Deeper, the spaces before the lines would be longer than the text. */
const DEPTH_MAX = 40;

/**
 * JSON over several lines. Numbers, escapes and repeated names stay as they were written: parsed and written anew, some
 * would come out as others.
 *
 * @returns `undefined` when it is no JSON or is nested too deeply
 */
export function prettyJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  let depth = 0;
  let result = '';
  let before = '';
  const newLine = () => `\n${'  '.repeat(depth)}`;

  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '}' || token === ']') {
      depth--;
      result += before === '{' || before === '[' ? token : newLine() + token;
    } else {
      if (before === '{' || before === '[' || before === ',') result += newLine();
      result += token === ':' ? ': ' : token;
    }
    if (token === '{' || token === '[') depth++;
    if (depth > DEPTH_MAX) return undefined;
    before = token;
  }
  return result;
}
