import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { lastScroll, lastWindow } from '#web/features/bot-users/data/last-opened.ts';
import type { Measures } from '#web/features/bot-users/table/row-window.tsx';
import {
  rowParts,
  WINDOW_FROM,
  type RowPart,
  type RowRange,
} from '#web/features/bot-users/table/row-range.ts';
import { formatNumber } from '#web/lib/format.ts';
import { LazyChunk, useLazyChunk } from '#web/lib/lazy-chunk.ts';
import { coveredTop } from '#web/ui/layout/page.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { ChunkErrorNotice } from '#web/ui/feedback/chunk-error-notice.tsx';

/** Comes only when there are many rows. */
const rowWindow = new LazyChunk(
  async () => (await import('#web/features/bot-users/table/row-window.tsx')).RowWindow,
);

type RowWindowInput = {
  /** What is shown, in order. */
  rows: readonly BotUser[];
  /** The same for as long as the person has not asked for another list. */
  view: object;
  /** A row that is about to get the focus. */
  focusId: string | undefined;
};

/**
 * Of many rows only those near the screen, and the one with the focus; the first of them until it has come what tells
 * which are near.
 */
export function useRowWindow({ rows, view, focusId }: RowWindowInput): {
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
  const isMany = rows.length > WINDOW_FROM;
  const { part: RowWindow, isMissing, tryAgain } = useLazyChunk(rowWindow, isMany);
  const [range, setRange] = useState<RowRange | undefined>(() => lastWindow.get()?.range);
  const [focused, setFocused] = useState<string>();
  const [measures, setMeasures] = useState(() => lastWindow.get()?.measures ?? GUESS);
  useEffect(() => {
    if (range) lastWindow.set({ range, measures });
  }, [range, measures]);
  const measure = (found: Partial<Measures>) =>
    setMeasures((before) => (isSame(before, found) ? before : { ...before, ...found }));

  const placeOf = (id: string | undefined) =>
    id === undefined ? -1 : rows.findIndex((bot) => bot.id === id);
  const isWindowed = isMany && RowWindow !== undefined;
  const pinned = isWindowed ? [placeOf(focusId), placeOf(focused)] : [];

  const shift = (by: number) => {
    window.scrollBy(0, by * measures.rowHeight);
    setRange((before) => before && { first: before.first + by, last: before.last + by });
  };
  useScrollAnchor({
    rows,
    view,
    measures: measures === GUESS ? undefined : measures,
    shift,
    isOn: isWindowed,
  });

  return {
    parts: rowParts(isWindowed ? rows.length : Math.min(rows.length, WINDOW_FROM), range, pinned),
    isWindowed,
    isSettled: isWindowed || !isMany || isMissing,
    spaceOf: (gap) => gap * measures.rowHeight,
    onFocusRow: setFocused,
    tracker: isWindowed ? (
      <RowWindow
        count={rows.length}
        measures={measures}
        range={range}
        onChange={setRange}
        onMeasured={measure}
      />
    ) : (
      isMissing && (
        <ChunkErrorNotice onRetry={tryAgain} className={layout.inCard}>
          Of the {formatNumber(rows.length)} rows only the first {WINDOW_FROM} can be shown without
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

type ScrollAnchorInput = {
  rows: readonly BotUser[];
  /** The same for as long as the person has not asked for another list. */
  view: object;
  /** Nothing before anything has been measured. */
  measures: Measures | undefined;
  /** Else the browser does it. */
  isOn: boolean;
  /** Scrolls by so many rows. */
  shift: (by: number) => void;
};

/**
 * What the person looks at stays where it is: below rows that come above it, a page that is sorted in or new ones that
 * a refresh has put in front, and when all rows get another height. The browser's own anchoring knows nothing of rows
 * that are not in the document.
 */
function useScrollAnchor({ rows, view, measures, isOn, shift }: ScrollAnchorInput) {
  const before = useRef({ rows, view, measures });
  useLayoutEffect(() => {
    const { rows: old, view: oldView, measures: oldMeasures } = before.current;
    before.current = { rows, view, measures };
    if (!isOn || !measures || oldView !== view) return;
    if (oldMeasures && oldMeasures.rowHeight !== measures.rowHeight) {
      // Lower rows have made the document shorter, maybe than it was scrolled.
      const top = topPlace(oldMeasures, lastScroll.get());
      if (top < 0) return;
      window.scrollTo(0, measures.top + top * measures.rowHeight - coveredTop());
      lastScroll.set(window.scrollY);
      return;
    }
    if (old === rows) return;
    const top = Math.floor(topPlace(measures, window.scrollY));
    if (top < 0) return;
    // The row itself may be one that has gone.
    for (let place = top; place < Math.min(top + LOOK_AT, old.length); place += 1) {
      const id = old[place]?.id;
      if (rows[place]?.id === id) return;
      const next = rows.findIndex((bot) => bot.id === id);
      if (next === -1) continue;
      shift(next - place);
      return;
    }
  });
}

/** As many as may be on a screen. */
const LOOK_AT = 50;

/** Place of the first row that is on the screen, with the part of it that is not; below 0 while the beginning of the table is. */
const topPlace = ({ rowHeight, top }: Measures, scrolled: number) =>
  (scrolled + coveredTop() - top) / rowHeight;
