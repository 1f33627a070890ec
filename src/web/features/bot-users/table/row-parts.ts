import type { RowRange } from '#web/features/bot-users/last-opened.ts';

/** From this many rows on only those near the screen are in the document. */
export const WINDOW_FROM = 30;

/** A row at its place, or the room of rows that are not in the document. */
export type RowPart = { index: number } | { gap: number; before: number };

/**
 * What the body of the table holds.
 *
 * @param pinned places of rows that stay in the document wherever the screen is: the one with the focus
 * @returns the rows in order, with a gap wherever some are left out, also before the first and after the last
 */
export function rowParts(count: number, range: RowRange, pinned: number[]): RowPart[] {
  const parts: RowPart[] = [];
  let next = 0;
  for (const index of indices(count, range, pinned)) {
    if (index > next) parts.push({ gap: index - next, before: index });
    parts.push({ index });
    next = index + 1;
  }
  if (next < count) parts.push({ gap: count - next, before: count });
  return parts;
}

function indices(count: number, range: RowRange, pinned: number[]): number[] {
  if (count <= WINDOW_FROM) return Array.from({ length: count }, (_, index) => index);
  const { first, last } = within(range, count);
  const near = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const away = pinned.filter(
    (index) => index >= 0 && index < count && (index < first || index > last),
  );
  return [...new Set([...away, ...near])].toSorted((one, other) => one - other);
}

/** The list may be shorter than the screen. */
function within({ first, last }: RowRange, count: number): RowRange {
  const end = Math.min(last, count - 1);
  return { first: Math.max(0, Math.min(first, end - (last - first))), last: end };
}
