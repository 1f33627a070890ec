/** A row at its place, or pixels in place of rows that are not in the document. */
export type WindowPart = { index: number } | { gap: number; before: number };

/**
 * What a gap looks like. The browser must not hold on to it: it shrinks where rows come, the page would scroll with it,
 * and more rows would come, without end.
 */
export const gapStyle = (gap: number) => ({ height: gap, overflowAnchor: 'none' }) as const;

/** Places of the first and the last row. */
export type RowRange = { first: number; last: number };

/** @returns where each row begins, in pixels from the first one, and behind them where the last one ends */
export function topsOf(count: number, heightOf: (index: number) => number): number[] {
  const tops = [0];
  let end = 0;
  for (let index = 0; index < count; index += 1) {
    end += heightOf(index);
    tops.push(end);
  }
  return tops;
}

/** @returns the row at this pixel, or the one nearest to it */
export function rowAt(tops: readonly number[], pixel: number): number {
  let first = 0;
  let last = tops.length - 2;
  while (first < last) {
    const middle = (first + last + 1) >> 1;
    if ((tops[middle] ?? 0) <= pixel) first = middle;
    else last = middle - 1;
  }
  return Math.max(0, first);
}

/**
 * What the list holds.
 *
 * @param pinned places of rows that are in the document wherever the screen is; those that are none are ignored
 * @returns the rows in order, with a gap wherever some are left out
 */
export function partsOf(
  tops: readonly number[],
  { first, last }: RowRange,
  pinned: readonly number[],
): WindowPart[] {
  const count = tops.length - 1;
  const shown = new Set(pinned.filter((index) => index >= 0 && index < count));
  for (let index = Math.max(0, first); index <= last && index < count; index += 1) shown.add(index);
  const parts: WindowPart[] = [];
  let next = 0;
  const leaveOutTo = (index: number) => {
    if (index > next) parts.push({ gap: (tops[index] ?? 0) - (tops[next] ?? 0), before: index });
    next = index + 1;
  };
  for (const index of [...shown].toSorted((one, other) => one - other)) {
    leaveOutTo(index);
    parts.push({ index });
  }
  leaveOutTo(count);
  return parts;
}
