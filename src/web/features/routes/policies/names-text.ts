import type { NamedPolicy } from '#web/features/routes/policies/policy-names.ts';
import { formatNumber, shorten } from '#web/lib/format.ts';

export interface NamesText {
  policies: NamedPolicy[];
  /** `line` counts from 1. */
  problems: Array<{ line: number; text: string }>;
}

/** An id, and behind a comma, a semicolon, a tab or a blank what it is called. */
const LINE = /^\s*"?([^\s,;"]+)"?(?: *([,;\t])| )?(.*)$/;
/** A cell and the one behind it, which may hold anything. */
const cellsBy = (separator: string) =>
  new RegExp(`^\\s*("(?:[^"]|"")*"(?=\\s*(?:${separator}|$))|[^${separator}]*)${separator}?(.*)$`);
const HEADER = /^\s*"?id"?\s*[,;\t]\s*"?name\b/i;

const unquoted = (cell: string) =>
  /^".*"$/.test(cell.trim()) ? cell.trim().slice(1, -1).replaceAll('""', '"') : cell;

/** On one line, without blanks around it. */
const clean = (cell: string) =>
  unquoted(cell)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Reads one policy per line: id, name, note. An id that stands alone says nothing and is left out. */
export function readNames(text: string): NamesText {
  const lineOf = new Map<string, number>();
  const result: NamesText = { policies: [], problems: [] };
  text.split(/\r\n|\r|\n/).forEach((content, index) => {
    if (content.trim() === '' || (index === 0 && HEADER.test(content))) return;
    const line = index + 1;
    const [, id = content.trim(), separator = ',', rest = ''] = LINE.exec(content) ?? [];
    const [, name = '', note = ''] = cellsBy(separator).exec(rest) ?? [];
    const policy = { id, name: clean(name), note: clean(note) };
    const before = lineOf.get(id);
    if (!/^[\w-]+$/.test(id))
      result.problems.push({ line, text: `‘${shorten(id)}’ does not look like an id.` });
    else if (before !== undefined)
      result.problems.push({
        line,
        text: `${shorten(id)} is on line ${formatNumber(before)} already.`,
      });
    else if (policy.name !== '' || policy.note !== '') result.policies.push(policy);
    if (before === undefined) lineOf.set(id, line);
  });
  return result;
}

const quote = (cell: string, when: RegExp) =>
  when.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** What `readNames` reads: `ipp_1, Office Berlin, until May`. */
export const namesText = (policies: readonly NamedPolicy[]): string =>
  policies
    .map(({ id, name, note }) =>
      [id, quote(name, /[",]/), ...(note === '' ? [] : [quote(note, /^".*"$/)])].join(', '),
    )
    .join('\n');
