import { lazy, Suspense, useState, type ReactNode, type RefObject } from 'react';
import { lastWindow } from '#web/features/bot-users/last-opened.ts';
import type { Measures } from '#web/features/bot-users/table/row-window.tsx';
import { fetchPart } from '#web/ui/fetch-part.ts';
import { useScrollAnchor } from '#web/features/bot-users/table/use-scroll-anchor.ts';
import type { Rows, Slot } from '#web/features/bot-users/rows/row-store.ts';
import {
  rowParts,
  WINDOW_FROM,
  type RowPart,
  type RowRange,
} from '#web/features/bot-users/table/row-range.ts';

/** Comes only when there are many rows; asked for again at each visit of the list until it has come. */
const lazyRowWindow = () =>
  lazy(async () => {
    const part = await fetchPart(() => import('#web/features/bot-users/table/row-window.tsx'));
    return { default: part.RowWindow };
  });

type RowWindowInput = {
  rows: Rows;
  shown: readonly Slot[];
  /** The same for as long as the person has not asked for another list. */
  view: object;
  body: RefObject<HTMLElement | null>;
  /** A row that is about to get the focus. */
  focusId: string | undefined;
};

/** Of many rows only those near the screen, and the one with the focus. */
export function useRowWindow({ rows, shown, view, body, focusId }: RowWindowInput): {
  parts: RowPart[];
  isWindowed: boolean;
  /** Pixels of so many rows. */
  spaceOf: (gap: number) => number;
  /** A row has got the focus. */
  onFocusRow: (id: string) => void;
  /** Has to be shown somewhere. */
  tracker: ReactNode;
} {
  const [RowWindow] = useState(lazyRowWindow);
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

  const shift = (by: number) => {
    window.scrollBy(0, by * measures.rowHeight);
    setRange((before) => before && { first: before.first + by, last: before.last + by });
  };
  useScrollAnchor({ shown, view, measures, shift, isOn: isWindowed });

  const change = (next: RowRange) => {
    lastWindow.set(next);
    setRange(next);
  };
  return {
    parts: rowParts(shown.length, range, pinned),
    isWindowed,
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
