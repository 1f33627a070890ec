const HIDDEN = '••••';

/** Characters of a key that give something away when they stand together; a shorter key counts as a whole. */
const TELLING_RUN = 12;

/**
 * Takes credentials out of a text. Services quote the key that was sent in some error texts; it must not be shown,
 * copied or exported. What follows `Bearer` is hidden, whatever it is.
 *
 * @param key `null`: nobody is signed in
 */
export const hideCredentials = (key: string | null, text: string): string =>
  hideKey(key, text).replaceAll(/\bBearer\s+[^\s"'<>]+/gi, `Bearer ${HIDDEN}`);

/** The pattern of the last key is kept: it is long, and nearly all texts are about one key. */
let last: { key: string; pattern: RegExp } | undefined;

/**
 * Takes this key out of a text: `TELLING_RUN` or more characters of it in a row, in either case, also where it is cut,
 * percent-encoded, escaped as in JSON or in base64 (alone or behind a user's name).
 */
export function hideKey(key: string | null, text: string): string {
  if (!key) {
    last = undefined;
    return text;
  }
  if (key !== last?.key) last = { key, pattern: patternOf(key) };
  return text.replaceAll(last.pattern, HIDDEN);
}

function patternOf(key: string): RegExp {
  const length = Math.min(TELLING_RUN, key.length);
  const runs = new Set(spellings(key).flatMap((spelled) => runsOf(spelled, length)));
  // Every place at which a run starts, and what is left of the last run.
  const starts = [...runs].map(literal).join('|');
  return new RegExp(`(?:(?=${starts})[^])+[^]{${length - 1}}`, 'gi');
}

/** The key as it may stand in a text. */
function spellings(key: string): string[] {
  const json = JSON.stringify(key).slice(1, -1);
  // The bytes before it decide how three characters become four: but for its ends, one of these stands there.
  const base64 = ['', ' ', '  '].map((before) => btoa(before + key));
  const forUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [key, encodeURIComponent(key), json, json.replaceAll('/', '\\/'), ...base64, ...forUrls];
}

const runsOf = (text: string, length: number) =>
  Array.from({ length: text.length - length + 1 }, (_, start) => text.slice(start, start + length));

const literal = (text: string) => text.replaceAll(/\W/g, unicodeEscape);

/** `\u2028` for a character, or for half of a pair: the same to JSON and to patterns. */
export const unicodeEscape = (unit: string) =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
