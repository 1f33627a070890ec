import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect } from 'react';
import { rowElements, ROWS_ID } from '#web/features/bot-users/table/row-elements.ts';
import type { RowRange } from '#web/features/bot-users/table/row-range.ts';

/** Pixels: the height of one row, and from the top of the document to the first. */
export type Measures = { rowHeight: number; top: number };

type RowWindowProps = {
  count: number;
  measures: Measures;
  range: RowRange | undefined;
  onChange: (range: RowRange) => void;
  onMeasured: (measures: Partial<Measures>) => void;
};

/** Rows above and below the screen that are there before they are scrolled to: with more the document gets too big. */
const OVERSCAN = 2;

/** Tells which rows are on the screen or near it. Shows nothing: the rows stay the table's, whether there are few or many. */
export function RowWindow({
  count,
  measures: { rowHeight, top },
  range,
  onChange,
  onMeasured,
}: RowWindowProps) {
  'use no memo'; // the virtualizer changes in place
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;

  useLayoutEffect(() => {
    if (last >= 0 && (range?.first !== first || range.last !== last)) onChange({ first, last });
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  // Before anything scrolls: the rows may have another height than when the list was left.
  useLayoutEffect(() => onMeasured(measure()), [onMeasured]);
  useEffect(() => {
    const table = document.getElementById(ROWS_ID)?.closest('table');
    // Called when everything has its place: looking costs no layout of its own.
    const observer = new ResizeObserver(() => onMeasured(measure()));
    if (table) observer.observe(table);
    return () => observer.disconnect();
  }, [onMeasured]);
  return null;
}

/** @returns nothing where there is no row to be seen */
function measure(): Partial<Measures> {
  const heights = rowElements()
    .map((row) => row.getBoundingClientRect().height)
    .toSorted((one, other) => one - other);
  // One that is higher than the others must not stand for them.
  const rowHeight = heights[heights.length >> 1];
  const spacer = document.getElementById(ROWS_ID)?.previousElementSibling;
  // Nothing has a height that is not laid out.
  if (!rowHeight || !spacer) return {};
  return { rowHeight, top: spacer.getBoundingClientRect().top + window.scrollY };
}
