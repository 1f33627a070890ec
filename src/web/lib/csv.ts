/**
 * Rows as RFC 4180 CSV. A text that a spreadsheet would run as a formula, or that begins with an apostrophe, gets an
 * apostrophe in front; so does each part of it behind a semicolon, a tab or a line break, at which a spreadsheet may
 * split whatever the quotes say. Who takes one apostrophe away from each of them has the text as it was.
 *
 * @param rows the header first
 */
export const toCsv = (rows: ReadonlyArray<readonly string[]>): string =>
  rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');

const PART = /[^;\t\r\n]+[;\t\r\n]?|[;\t\r\n]/g;

/** Programs skip quotes, blanks and what cannot be seen before a sign, and some take its full-width form as well. */
const FORMULA = /^["\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]/u;

function toCell(text: string): string {
  const safe = text.replace(PART, (part, at: number) => {
    const isRisky =
      part.startsWith("'") || FORMULA.test(part) || (at === 0 && /^[\t\r\n]/.test(part));
    return isRisky ? `'${part}` : part;
  });
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
