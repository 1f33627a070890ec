import Papa from 'papaparse';
import { unguarded } from '#bulk/write-csv.ts';

export type CsvRow = {
  /** At which it begins, from 1. */
  line: number;
  /** As it is written. */
  text: string;
  /** Without blanks around them, and without what `toCsv` has put in front. */
  cells: string[];
  /** Its quotes go wrong: the cells are what stands between separators. */
  isBroken: boolean;
};

/** Characters of a text in which its headings are looked for. */
const HEAD_MAX = 4000;

/** The first rows of a text, each by what separates its own columns. */
export function firstRows(text: string) {
  const lines = text
    .slice(0, HEAD_MAX)
    .trimStart()
    .split(/\r\n?|\n/);
  const [first = '', ...others] = lines;
  return [rowIn(first), ...others.map(rowIn)] as const;
}

function rowIn(text: string) {
  const { data, meta } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] });
  return { text, cells: data[0] ?? [], separator: meta.delimiter };
}

/** So many lines of one row may have quotes; a quote that is not closed by then is a fault. */
const QUOTED_LINES_MAX = 20;

/** Rows of a text whose lines end with `\n`. */
export function* csvRows(text: string, separator: string): Generator<CsvRow> {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length;) {
    const row = rowAt(lines, at, separator);
    yield { ...row, line: at + 1, cells: row.cells.map((cell) => unguarded(cell).trim()) };
    at += row.text.split('\n').length;
  }
}

/** Where quotes go wrong one line is broken, and the next row begins below it. */
function rowAt(lines: readonly string[], at: number, delimiter: string) {
  const [first = ''] = lines.slice(at, at + 1);
  const cells = first.split(delimiter);
  if (!first.includes('"')) return { text: first, cells, isBroken: false };
  let quoted = 0;
  for (let end = at + 1; end <= lines.length && quoted < QUOTED_LINES_MAX; end++) {
    // Only a further quote closes one.
    if (!lines[end - 1]?.includes('"')) continue;
    quoted += 1;
    const text = lines.slice(at, end).join('\n');
    const { data, errors } = Papa.parse<string[]>(text, { newline: '\n', delimiter });
    if (errors.length === 0) return { text, cells: data[0] ?? [], isBroken: false };
    // Else the quote may be closed further below.
    if (errors.some(({ code }) => code !== 'MissingQuotes')) break;
  }
  return { text: first, cells, isBroken: true };
}

/** The words of a row, whatever separates them. */
export const wordsOf = (text: string) =>
  text
    .split(/[\s,;|]+/)
    .map((word) => word.replaceAll(/^["'`[(]+|["'`\]):]+$/g, ''))
    .filter((word) => !/^[-–—•*/]*$/.test(word));
