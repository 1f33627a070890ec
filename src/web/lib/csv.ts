/**
 * Rows as RFC 4180 CSV. A cell that a spreadsheet would run as a formula, or that begins with an apostrophe, gets an
 * apostrophe in front: whoever takes one leading apostrophe away has each text as it was.
 *
 * @param rows the header first
 */
export const toCsv = (rows: ReadonlyArray<readonly string[]>): string =>
  rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');

/** Programs skip blanks and what cannot be seen before a sign, and some take its full-width form as well. */
const FORMULA = /^(?:[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

function toCell(text: string): string {
  const safe = text.startsWith("'") || FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
