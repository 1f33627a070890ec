import Papa from 'papaparse';
import { unguarded } from '#bulk/csv.ts';

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

/** Some spreadsheets write what separates their columns. */
const SEPARATOR = /^sep=(.)\s*$/i;

/** Characters of a text in which its first columns are looked for. */
const HEAD_MAX = 4000;

/**
 * The first line that has columns, which a title has not, and what separates them there: most of the other lines may
 * have a single cell.
 */
export function firstColumns(text: string): { line: string; separator: string } {
  const [first = '', ...others] = text
    .slice(0, HEAD_MAX)
    .trimStart()
    .split(/\r\n?|\n/);
  const said = SEPARATOR.exec(first)?.[1];
  const lines = said === undefined ? [first, ...others] : others;
  const line = lines.find((each) => /[,;\t]/.test(each)) ?? lines[0] ?? '';
  const guess = { delimitersToGuess: [',', ';', '\t'] };
  return { line, separator: said ?? Papa.parse(line, guess).meta.delimiter };
}

/** Rows of a text whose lines end with `\n`. */
export function* csvRows(text: string, separator: string): Generator<CsvRow> {
  let line = 1;
  let isBegun = false;
  const rows = rowsOf(text, separator);
  for (const { text: row, cells = row.split(separator), isBroken = false } of rows) {
    const isSeparator = !isBegun && SEPARATOR.test(row.trimStart());
    isBegun ||= row.trim() !== '';
    if (!isSeparator)
      yield { line, text: row, cells: cells.map((cell) => unguarded(cell).trim()), isBroken };
    line += row.split('\n').length;
  }
}

/** The words of a row, whatever separates them. */
export const wordsOf = (text: string) =>
  text
    .split(/[\s,;|]+/)
    .map((word) => word.replaceAll(/^["'`[(]+|["'`\]):]+$/g, ''))
    .filter((word) => !/^[-–—•*/]*$/.test(word));

/** Each is looked for to the end of the text. */
const BROKEN_MAX = 20;
/** Characters that are read in one go. */
const CHUNK = 2 ** 17;

/** Where quotes go wrong the line at which they begin is broken, and it goes on below. */
function* rowsOf(
  text: string,
  delimiter: string,
): Generator<{ text: string; cells?: string[]; isBroken?: boolean }> {
  let from = 0;
  let length = CHUNK;
  for (let broken = 0; text.includes('"', from) && broken < BROKEN_MAX;) {
    const start = from;
    const end = text.indexOf('\n', start + length);
    const rows: Array<{ text: string; cells: string[] }> = [];
    let isBroken = false;
    Papa.parse<string[]>(text.slice(start, end === -1 ? undefined : end), {
      newline: '\n',
      delimiter,
      step({ data, errors, meta }, parser) {
        isBroken = errors.some(({ type }) => type === 'Quotes');
        if (isBroken) return parser.abort();
        rows.push({ cells: data, text: text.slice(from, start + meta.cursor).replace(/\n$/, '') });
        from = start + meta.cursor;
      },
    });
    yield* rows;
    if (!isBroken && end === -1) return;
    // The quote may be closed further below.
    length = isBroken && end !== -1 ? length * 2 : CHUNK;
    if (!isBroken) from = end + 1;
    else if (end === -1) {
      const [line = ''] = text.slice(from).split('\n', 1);
      yield { text: line, isBroken };
      from += line.length + 1;
      broken += 1;
    }
  }
  for (const line of text.slice(from).split('\n'))
    yield { text: line, isBroken: line.includes('"') };
}
