import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { lastWindow } from '#web/features/bot-users/list/last-opened.ts';
import type { Measures } from '#web/features/bot-users/table/row-window.tsx';
import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';
import {
  rowParts,
  WINDOW_FROM,
  type RowPart,
  type RowRange,
} from '#web/features/bot-users/table/row-range.ts';
import { useScrollAnchor } from '#web/features/bot-users/table/use-scroll-anchor.ts';
import { formatNumber } from '#web/lib/format.ts';
import { LazyChunk, useLazyChunk } from '#web/lib/lazy-chunk.ts';
import layout from '#web/ui/layout/layout.module.css';
import { ChunkErrorNotice } from '#web/ui/feedback/chunk-error-notice.tsx';

/** Comes only when there are many rows. */
const rowWindow = new LazyChunk(
  async () => (await import('#web/features/bot-users/table/row-window.tsx')).RowWindow,
);

type RowWindowInput = {
  rows: Rows;
  shown: readonly Slot[];
  /** The same for as long as the person has not asked for another list. */
  view: object;
  body: RefObject<HTMLElement | null>;
  /** A row that is about to get the focus. */
  focusId: string | undefined;
};

/**
 * Of many rows only those near the screen, and the one with the focus; the first of them until it has come what tells
 * which are near.
 */
export function useRowWindow({ rows, shown, view, body, focusId }: RowWindowInput): {
  parts: RowPart[];
  isWindowed: boolean;
  /** Whether every row that should be in the document is. */
  isSettled: boolean;
  /** Pixels of so many rows. */
  spaceOf: (gap: number) => number;
  /** A row has got the focus. */
  onFocusRow: (id: string) => void;
  /** Below the last row. */
  tracker: ReactNode;
} {
  const isMany = shown.length > WINDOW_FROM;
  const { part: RowWindow, isMissing, tryAgain } = useLazyChunk(rowWindow, isMany);
  const [range, setRange] = useState<RowRange | undefined>(() => lastWindow.get()?.range);
  const [focused, setFocused] = useState<string>();
  const [measures, setMeasures] = useState(() => lastWindow.get()?.measures ?? GUESS);
  useEffect(() => {
    if (range) lastWindow.set({ range, measures });
  }, [range, measures]);
  const measure = (found: Partial<Measures>) =>
    setMeasures((before) => (isSame(before, found) ? before : { ...before, ...found }));

  const placeOf = (id: string | undefined) => {
    const slot = id === undefined ? undefined : rows.slotOf(id);
    return slot === undefined ? -1 : shown.indexOf(slot);
  };
  const isWindowed = isMany && RowWindow !== undefined;
  const pinned = isWindowed ? [placeOf(focusId), placeOf(focused)] : [];

  const shift = (by: number) => {
    window.scrollBy(0, by * measures.rowHeight);
    setRange((before) => before && { first: before.first + by, last: before.last + by });
  };
  useScrollAnchor({
    shown,
    view,
    measures: measures === GUESS ? undefined : measures,
    shift,
    isOn: isWindowed,
  });

  return {
    parts: rowParts(isWindowed ? shown.length : Math.min(shown.length, WINDOW_FROM), range, pinned),
    isWindowed,
    isSettled: isWindowed || !isMany || isMissing,
    spaceOf: (gap) => gap * measures.rowHeight,
    onFocusRow: setFocused,
    tracker: isWindowed ? (
      <RowWindow
        count={shown.length}
        measures={measures}
        range={range}
        onChange={setRange}
        body={body}
        onMeasured={measure}
      />
    ) : (
      isMissing && (
        <ChunkErrorNotice onRetry={tryAgain} className={layout.inCard}>
          Of the {formatNumber(shown.length)} rows only the first {WINDOW_FROM} can be shown without
          it.
        </ChunkErrorNotice>
      )
    ),
  };
}

/** Until something has been measured. */
const GUESS: Measures = { rowHeight: 44, top: 300 };

/** But for parts of a pixel. */
const isSame = (one: Measures, other: Partial<Measures>) =>
  Math.abs((other.rowHeight ?? one.rowHeight) - one.rowHeight) < 0.5 &&
  Math.abs((other.top ?? one.top) - one.top) < 1;

/** The id of the row that has the focus somewhere in it. */
export function focusedRow(body: HTMLElement): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-id]');
  return row && body.contains(row) ? row.dataset['id'] : undefined;
}
