import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, type RefObject } from 'react';
import type { RowRange } from '#web/features/bot-users/table/row-range.ts';

type RowWindowProps = {
  count: number;
  /** Pixels of one row; all have the same. */
  rowHeight: number;
  /** Pixels from the top of the document to the first row. */
  top: number;
  range: RowRange | undefined;
  onChange: (range: RowRange) => void;
  /** Part of the table's body, whose row and place are measured. */
  body: RefObject<HTMLElement | null>;
  onMeasured: (measures: { rowHeight: number; top: number }) => void;
};

/** Rows above and below the screen that are there before they are scrolled to: with more the document gets too big. */
const OVERSCAN = 8;

/** Tells which rows are on the screen or near it. Shows nothing: the rows stay the table's, whether there are few or many. */
export function RowWindow({
  count,
  rowHeight,
  top,
  range,
  onChange,
  body,
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
  useLayoutEffect(() => {
    const measured = measure(body.current);
    if (measured === undefined) return;
    const isSame =
      Math.abs(measured.rowHeight - rowHeight) < 0.5 && Math.abs(measured.top - top) < 1;
    if (!isSame) onMeasured(measured);
  });
  return null;
}

function measure(body: HTMLElement | null) {
  const row = body?.querySelector('[data-id]');
  const spacer = body?.previousElementSibling;
  if (!row || !spacer) return undefined;
  return {
    rowHeight: row.getBoundingClientRect().height,
    top: spacer.getBoundingClientRect().top + window.scrollY,
  };
}
