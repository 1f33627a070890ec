/**
 * Rows as RFC 4180 CSV. A cell that a spreadsheet would run as a formula gets a leading apostrophe.
 *
 * @param rows the header first
 */
export const toCsv = (rows: ReadonlyArray<readonly string[]>): string =>
  rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');

/** Programs skip blanks and what cannot be seen before a sign, and some take its full-width form as well. */
const FORMULA = /^(?:[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
