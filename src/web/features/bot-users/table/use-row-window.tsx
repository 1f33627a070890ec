import { lazy, Suspense, useState, type ReactNode, type RefObject } from 'react';
import { lastWindow } from '#web/features/bot-users/last-opened.ts';
import type { Measures } from '#web/features/bot-users/table/row-window.tsx';
import type { Rows, Slot } from '#web/features/bot-users/rows/row-store.ts';
import {
  rowParts,
  WINDOW_FROM,
  type RowPart,
  type RowRange,
} from '#web/features/bot-users/table/row-range.ts';

/** Comes only when there are many rows. */
const RowWindow = lazy(async () => ({
  default: (await import('#web/features/bot-users/table/row-window.tsx')).RowWindow,
}));

type RowWindowInput = {
  rows: Rows;
  shown: readonly Slot[];
  body: RefObject<HTMLElement | null>;
  /** A row that is about to get the focus. */
  focusId: string | undefined;
};

/** Of many rows only those near the screen, and the one with the focus. */
export function useRowWindow({ rows, shown, body, focusId }: RowWindowInput): {
  parts: RowPart[];
  /** Pixels of so many rows. */
  spaceOf: (gap: number) => number;
  /** A row has got the focus. */
  onFocusRow: (id: string) => void;
  /** Has to be shown somewhere. */
  tracker: ReactNode;
} {
  const [range, setRange] = useState<RowRange | undefined>(lastWindow.get);
  const [focused, setFocused] = useState<string>();
  const [measures, setMeasures] = useState<Measures>({ rowHeight: 44, top: 300 });
  const measure = (found: Partial<Measures>) =>
    setMeasures((before) => (isSame(before, found) ? before : { ...before, ...found }));

  const placeOf = (id: string | undefined) => {
    const slot = id === undefined ? undefined : rows.slotOf(id);
    return slot === undefined ? -1 : shown.indexOf(slot);
  };
  const isWindowed = shown.length > WINDOW_FROM;
  const pinned = isWindowed ? [placeOf(focusId), placeOf(focused)] : [];

  const change = (next: RowRange) => {
    lastWindow.set(next);
    setRange(next);
  };
  return {
    parts: rowParts(shown.length, range, pinned),
    spaceOf: (gap) => gap * measures.rowHeight,
    onFocusRow: setFocused,
    tracker: isWindowed && (
      <Suspense fallback={null}>
        <RowWindow
          count={shown.length}
          measures={measures}
          range={range}
          onChange={change}
          body={body}
          onMeasured={measure}
        />
      </Suspense>
    ),
  };
}

/** But for parts of a pixel. */
const isSame = (one: Measures, other: Partial<Measures>) =>
  Math.abs((other.rowHeight ?? one.rowHeight) - one.rowHeight) < 0.5 &&
  Math.abs((other.top ?? one.top) - one.top) < 1;

/** The id of the row that has the focus somewhere in it. */
export function focusedRow(body: HTMLElement): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-id]');
  return row && body.contains(row) ? row.dataset['id'] : undefined;
}
