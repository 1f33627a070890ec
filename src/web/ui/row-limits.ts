/** With more rows than this, only those near the screen are in the document. */
export const WINDOW_FROM = 200;
/** Paper gets so many rows: about a hundred pages. */
export const PRINTED_MAX = 5000;
