import { useLayoutEffect, useRef } from 'react';
import { lastScroll } from '#web/features/bot-users/list/last-opened.ts';
import type { Slot } from '#web/features/bot-users/data/row-store.ts';
import type { Measures } from '#web/features/bot-users/table/row-window.tsx';
import { coveredTop } from '#web/ui/layout/covered-top.ts';

type ScrollAnchorInput = {
  shown: readonly Slot[];
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
export function useScrollAnchor({ shown, view, measures, isOn, shift }: ScrollAnchorInput) {
  const before = useRef({ shown, view, measures });
  useLayoutEffect(() => {
    const { shown: old, view: oldView, measures: oldMeasures } = before.current;
    before.current = { shown, view, measures };
    if (!isOn || !measures || oldView !== view) return;
    if (oldMeasures && oldMeasures.rowHeight !== measures.rowHeight) {
      // Lower rows have made the document shorter, maybe than it was scrolled.
      const top = topPlace(oldMeasures, lastScroll.get());
      if (top < 0) return;
      window.scrollTo(0, measures.top + top * measures.rowHeight - coveredTop());
      lastScroll.set(window.scrollY);
      return;
    }
    if (old === shown) return;
    const top = Math.floor(topPlace(measures, window.scrollY));
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

/** Place of the first row that is on the screen, with the part of it that is not; below 0 while the beginning of the table is. */
const topPlace = ({ rowHeight, top }: Measures, scrolled: number) =>
  (scrolled + coveredTop() - top) / rowHeight;
