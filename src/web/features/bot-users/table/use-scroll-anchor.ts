import { useLayoutEffect, useRef } from 'react';
import type { Slot } from '#web/features/bot-users/rows/row-store.ts';
import type { Measures } from '#web/features/bot-users/table/row-window.tsx';

type ScrollAnchorInput = {
  shown: readonly Slot[];
  /** The same for as long as the person has not asked for another list. */
  view: object;
  measures: Measures;
  /** Else the browser does it. */
  isOn: boolean;
  /** Scrolls by so many rows. */
  shift: (by: number) => void;
};

/**
 * Rows that come above what the person looks at must not move it: a page that is sorted in, new ones that a refresh
 * has put in front. The browser's own anchoring knows nothing of rows that are not in the document.
 */
export function useScrollAnchor({ shown, view, measures, isOn, shift }: ScrollAnchorInput) {
  const before = useRef({ shown, view });
  useLayoutEffect(() => {
    const { shown: old, view: oldView } = before.current;
    before.current = { shown, view };
    if (!isOn || old === shown || oldView !== view) return;
    const top = topPlace(measures);
    if (top < 0) return;
    // The row itself may be one that has gone.
    for (const [below, slot] of old.slice(top, top + LOOK_AT).entries()) {
      const next = shown.indexOf(slot);
      if (next === -1) continue;
      if (next !== top + below) shift(next - top - below);
      return;
    }
  });
}

/** As many as may be on a screen. */
const LOOK_AT = 50;

/** Place of the first row that is on the screen; below 0 while the beginning of the table is. */
function topPlace({ rowHeight, top }: Measures): number {
  const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return Math.floor((window.scrollY + covered - top) / rowHeight);
}
