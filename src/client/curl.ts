import { unicodeEscape } from '#client/redact.ts';
import type { RequestParts } from '#client/request.ts';

/**
 * The shell command for a request; `$BASE_URL` and `$API_KEY` stand for the real ones.
 *
 * @param base absolute address, where the path is not below that of the API
 * @returns one flag a line, in POSIX quoting
 */
export function curlOfParts(
  { method, path, headers, body }: RequestParts,
  base = '$BASE_URL',
): string {
  return [
    `curl -X ${method} "${base}${inDoubleQuotes(path)}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...Object.entries(headers).map((header) => `-H ${quoted(titled(header).join(': '))}`),
    ...(body === undefined ? [] : [`-d ${quoted(printable(body))}`]),
  ].join(' \\\n  ');
}

/** A header as people write its name, `Content-Type`, and its value as it is. */
export const titled = ([name, value]: readonly [string, string]): [string, string] => [
  name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  value,
];

/**
 * The same JSON without what a terminal acts on or a reader cannot see: controls, marks of direction, blanks of other
 * kinds. Outside of its texts JSON is plain ASCII, so each of them stands in a text, where it may be escaped.
 */
export const printable = (json: string) =>
  json.replaceAll(
    /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|[\p{Default_Ignorable_Code_Point}\u2800]/gu,
    (character) => character.replaceAll(/[^]/g, unicodeEscape), // a pair as its two halves
  );

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Encoded paths hold no quote, dollar or backslash; `!` still means history to an interactive shell. */
const inDoubleQuotes = (path: string) => path.replaceAll('!', '%21');
