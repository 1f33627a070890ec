/**
 * Rows as RFC 4180 CSV. Cells that look like formulas or begin with an apostrophe get a leading apostrophe, and so does
 * each part behind a semicolon, a tab or a line break: a spreadsheet may split there in spite of the quotes.
 */
export const toCsv = (rows: ReadonlyArray<readonly string[]>): string =>
  rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');

const PART = /[^;\t\r\n]+[;\t\r\n]?|[;\t\r\n]/g;

/** Spreadsheets skip quotes, blanks and invisible characters before the sign; some take its full-width form. */
const FORMULA = /^["\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]/u;

const isRisky = (part: string, at: number) =>
  part.startsWith("'") || FORMULA.test(part) || (at === 0 && /^[\t\r\n]/.test(part));

/** The text of a cell that `toCsv` wrote: without its apostrophes. */
export const unguarded = (cell: string) =>
  cell.includes("'")
    ? cell.replace(PART, (part, at: number) =>
        part.startsWith("'") && isRisky(part.slice(1), at) ? part.slice(1) : part,
      )
    : cell;

function toCell(text: string): string {
  const safe = text.replace(PART, (part, at: number) => (isRisky(part, at) ? `'${part}` : part));
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
