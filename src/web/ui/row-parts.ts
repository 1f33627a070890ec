/** With more rows than this, only those near the screen are in the document. */
export const WINDOW_FROM = 30;
/** Paper gets so many rows: about a hundred pages. */
export const PRINTED_MAX = 5000;

/** A row at its place, or the height in pixels of the rows that are left out between two others. */
export type RowPart = { index: number } | { gap: number };

export const rowsUpTo = (count: number): RowPart[] =>
  Array.from({ length: count }, (_, index) => ({ index }));
