/**
 * Rows as RFC 4180 CSV. Cells that look like formulas or begin with an apostrophe get a leading apostrophe, and so does
 * each part behind a semicolon, a tab or a line break: a spreadsheet may split there in spite of the quotes.
 */
export const toCsv = (rows: ReadonlyArray<readonly string[]>): string =>
  rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');

const PART = /[^;\t\r\n]+[;\t\r\n]?|[;\t\r\n]/g;

/** Spreadsheets skip quotes, blanks and invisible characters before the sign; some take its full-width form. */
const FORMULA = /^["\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]/u;

function toCell(text: string): string {
  const safe = text.replace(PART, (part, at: number) => {
    const isRisky =
      part.startsWith("'") || FORMULA.test(part) || (at === 0 && /^[\t\r\n]/.test(part));
    return isRisky ? `'${part}` : part;
  });
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
