interface Cell {
  text: string;
  /** What stands before it: nothing before the first. */
  separator: string;
  isQuoted: boolean;
}

/** One row of a text: mostly a line, more of them where a quoted cell holds line breaks. */
export interface TextRecord {
  /** Where it begins, from 1. */
  line: number;
  /** As it stands there. */
  text: string;
  cells: Cell[];
  /** Index of what follows it. */
  end: number;
}

// Parts of a text, each where the one before has ended. A quote without an end is a character like any other; how far
// its end is looked for is limited, so that such quotes cost the same everywhere.
const QUOTED = /[^\S\t\r\n]*"((?:[^"]|""){0,5000})"[^\S\t\r\n]*(?=[,;\t\r\n]|$)/y;
const PLAIN = /[^,;\t\r\n]*/y;
const LINE_END = /\r\n|\r|\n/g;

/** Cells as RFC 4180 has them, separated by commas, semicolons or tabs. */
export function recordAt(source: string, start: number, line: number): TextRecord {
  const cells: TextRecord['cells'] = [];
  let at = start;
  let separator = '';
  for (;;) {
    const quoted = matchAt(QUOTED, source, at);
    const [whole = '', inner] = quoted ?? matchAt(PLAIN, source, at) ?? [];
    const text = inner?.replaceAll('""', '"') ?? whole.trim();
    cells.push({ text, separator, isQuoted: inner !== undefined });
    at += whole.length;
    separator = source[at] ?? '';
    if (!/^[,;\t]$/.test(separator)) break;
    at += 1;
  }
  const end = source.startsWith('\r\n', at) ? at + 2 : Math.min(at + 1, source.length);
  return { line, text: source.slice(start, at), cells, end };
}

function matchAt(pattern: RegExp, source: string, at: number) {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

export const countLines = (text: string) => text.match(LINE_END)?.length ?? 0;

/**
 * The separator that makes columns of a record: a tab, else the one that is there more than once while the other is
 * part of a text. Empty where both may.
 */
export function separatorOf({ cells }: TextRecord): string {
  const times = (separator: string) => cells.filter((cell) => cell.separator === separator).length;
  if (times('\t') > 0) return '\t';
  const [commas, semicolons] = [times(','), times(';')];
  if (semicolons === 0 || (commas > 1 && semicolons === 1)) return ',';
  return commas === 0 || (semicolons > 1 && commas === 1) ? ';' : '';
}

/** The texts of a record's cells, of which those stay together that another separator stands between. */
export function columnsOf({ cells }: TextRecord, separator: string): string[] {
  if (separator === '') return cells.map(({ text }) => text);
  const columns: string[] = [];
  for (const [index, cell] of cells.entries()) {
    if (index === 0 || cell.separator === separator) columns.push(cell.text);
    else columns.push(`${columns.pop()}${cell.separator} ${cell.text}`.trim());
  }
  return columns;
}

/** The same without quotes as lists of programs have them. */
export const unquoted = (record: TextRecord): TextRecord => ({
  ...record,
  cells: record.cells.map((cell) => (cell.isQuoted ? cell : { ...cell, text: bare(cell.text) })),
});

/** Without a pair of quotes around it. */
export const bare = (text: string) => text.replace(/^(["'])(.*)\1$/, '$2').trim();
