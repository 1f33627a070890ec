/**
 * The begin of a text, standing alone: what `slice` gives keeps the whole text in memory, however long that is.
 *
 * @param length characters at most
 */
export const beginOf = (text: string, length: number): string =>
  text.length <= length ? text : structuredClone(text.slice(0, length));
