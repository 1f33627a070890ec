const HIDDEN = '••••';

/** Characters of a key that give something away when they stand together; a shorter key counts as a whole. */
const TELLING_RUN = 12;

/**
 * Makes the function that takes credentials out of texts. Services quote the one that was sent in some error texts;
 * it must not be shown, logged, copied or exported. What follows `Bearer` is hidden, whatever it is.
 *
 * @param key `null`: nobody is signed in
 */
export function createRedactor(key: string | null): (text: string) => string {
  const hideKey = createKeyHider(key);
  return (text) => hideKey(text).replaceAll(/\bBearer\s+[^\s"'<>]+/gi, `Bearer ${HIDDEN}`);
}

/**
 * Makes the function that takes this key out of texts: `TELLING_RUN` or more characters of it in a row, in either
 * case, also where it is cut, percent-encoded, escaped as in JSON or in base64 (alone or behind a user's name).
 */
export function createKeyHider(key: string | null): (text: string) => string {
  const run = Math.min(TELLING_RUN, key?.length ?? 0);
  const runs = new Set(
    key === null || key === '' ? [] : spellings(key).flatMap((spelled) => runsOf(spelled, run)),
  );
  const prefixes = prefixesOf(runs);
  return (text) => withoutRuns(text, runs, run, prefixes);
}

/** The key as it may stand in a text, in small letters. */
function spellings(key: string): string[] {
  const json = JSON.stringify(key).slice(1, -1);
  const jsonWithSlashes = json.replaceAll('/', '\\/');
  // The bytes before it decide how three characters become four: with the ends cut off, one of these stands there.
  const base64 = ['', ' ', '  '].map((before) =>
    btoa(before + key)
      .replaceAll('=', '')
      .slice(before.length + 1, -2),
  );
  const forUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [key, encodeURIComponent(key), json, jsonWithSlashes, ...base64, ...forUrls].map((text) =>
    text.toLowerCase(),
  );
}

function runsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, start) =>
    text.slice(start, start + length),
  );
}

/** Every response is searched, nearly all without a trace of the key: this passes over fast what no run starts with. */
function prefixesOf(runs: Iterable<string>): Uint8Array {
  const prefixes = new Uint8Array(1 << 16);
  for (const run of runs) prefixes[prefixHash(run, 0)] = 1;
  return prefixes;
}

/** Tells most texts apart by three characters. */
const prefixHash = (text: string, start: number) =>
  (text.charCodeAt(start) * 961 + text.charCodeAt(start + 1) * 31 + text.charCodeAt(start + 2)) &
  0xffff;

function withoutRuns(
  text: string,
  runs: Set<string>,
  length: number,
  prefixes: Uint8Array,
): string {
  if (runs.size === 0) return text;
  const low = inSmallLetters(text);
  const isRun = (start: number) =>
    prefixes[prefixHash(low, start)] === 1 && runs.has(low.slice(start, start + length));
  let result = '';
  let shownTo = 0;
  for (let start = 0; start + length <= low.length; start++) {
    if (!isRun(start)) continue;
    let end = start + 1;
    while (isRun(end)) end++;
    result += text.slice(shownTo, start) + HIDDEN;
    shownTo = end + length - 1;
    start = shownTo - 1;
  }
  return result + text.slice(shownTo);
}

/** By code units, so that every place of the one is the same place of the other. */
function inSmallLetters(text: string): string {
  const low = text.toLowerCase();
  // Of some letters it makes two units, of none fewer.
  return low.length === text.length
    ? low
    : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
