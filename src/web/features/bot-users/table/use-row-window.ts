import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BotUser } from '#contract/bot-user.ts';
import {
  lastScroll,
  lastWindow,
  type Measures,
  type RowRange,
} from '#web/features/bot-users/last-opened.ts';
import { rowElements, ROWS_ID } from '#web/features/bot-users/table/row-elements.ts';
import { rowParts, WINDOW_FROM } from '#web/features/bot-users/table/row-parts.ts';
import { coveredTop } from '#web/ui/layout/page.tsx';

type RowWindowInput = {
  /** What is shown, in order. */
  rows: readonly BotUser[];
  /** The same for as long as the person has not asked for another list. */
  view: object;
  /** A row that is about to get the focus. */
  focusId: string | undefined;
};

/** Until something has been measured. */
const GUESS: Measures = { rowHeight: 44, top: 250 };

/** Rows above and below the screen that are there before they are scrolled to: with more the document gets too big. */
const OVERSCAN = 1;

/** Drawn at first, whatever the screen: few enough to come fast, and enough for a large one. */
const FIRST_ROWS = 20;

/** Without another step for so long, the scrolling has ended. */
const SCROLL_END_MS = 120;

/** Of many rows only those near the screen, and the one with the focus. */
export function useRowWindow({ rows, view, focusId }: RowWindowInput) {
  const isWindowed = rows.length > WINDOW_FROM;
  const [range, setRange] = useState(() => lastWindow.get()?.range ?? firstRange());
  const [measures, setMeasures] = useState(() => lastWindow.get()?.measures);
  const [focused, setFocused] = useState<string>();
  useEffect(() => {
    if (isWindowed && measures) lastWindow.set({ range, measures });
  }, [isWindowed, range, measures]);

  const follow = useEffectEvent((now = measures ?? GUESS) => {
    const next = rangeOn(now, window.scrollY);
    const isThere = next.first >= range.first && next.last <= range.last;
    const isExact = next.last - next.first === range.last - range.first;
    // Those of the first draw stay until something changes: taking some away would be work for nothing.
    if (isThere && (isExact || !measures)) return;
    // Later than in this frame, there would be nothing where the rows belong.
    flushSync(() => setRange(next));
  });
  const onMeasured = useEffectEvent((now = measure() ?? measures) => {
    if (now && !(measures && isSame(measures, now))) setMeasures(now);
    return now;
  });
  // Before anything scrolls: the rows may have another height than when the list was left. On the first visit nothing
  // does, and looking would make the browser lay out the page once more.
  useLayoutEffect(() => {
    // Only the document knows.
    // oxlint-disable-next-line react/set-state-in-effect
    if (isWindowed && lastWindow.get()) onMeasured();
  }, [isWindowed]);
  useEffect(() => {
    if (!isWindowed) return undefined;
    const body = document.getElementById(ROWS_ID);
    const onResize = () => follow();
    let timer: ReturnType<typeof setTimeout>;
    // `scrollend` comes after each step of a wheel.
    const onScrollEnd = () => body?.toggleAttribute('data-scrolling', false);
    const onScroll = () => {
      body?.toggleAttribute('data-scrolling', true);
      clearTimeout(timer);
      timer = setTimeout(onScrollEnd, SCROLL_END_MS);
      follow();
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onResize);
    const table = body?.closest('table');
    // Called when everything has its place: looking costs no layout of its own.
    const observer = new ResizeObserver(() => follow(onMeasured()));
    if (table) observer.observe(table);
    return () => {
      clearTimeout(timer);
      onScrollEnd();
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onResize);
      observer.disconnect();
    };
  }, [isWindowed]);
  useScrollAnchor({ rows, view, measures: isWindowed ? measures : undefined });

  const placeOf = (id: string | undefined) =>
    id === undefined ? -1 : rows.findIndex((bot) => bot.id === id);
  const pinned = isWindowed ? [placeOf(focusId), placeOf(focused)] : [];
  return {
    parts: rowParts(rows.length, range, pinned),
    isWindowed,
    /** Pixels of so many rows. */
    spaceOf: (gap: number) => gap * (measures ?? GUESS).rowHeight,
    /** A row has got the focus. */
    onFocusRow: setFocused,
  };
}

/** The rows on the screen or near it, if there were rows without end. */
function rangeOn({ rowHeight, top }: Measures, scrolled: number): RowRange {
  const first = Math.floor((scrolled - top) / rowHeight);
  const last = Math.floor((scrolled + window.innerHeight - top) / rowHeight);
  return { first: Math.max(0, first - OVERSCAN), last: Math.max(0, last + OVERSCAN) };
}

function firstRange(): RowRange {
  const { first, last } = rangeOn(GUESS, 0);
  return { first, last: Math.max(last, FIRST_ROWS - 1) };
}

/** @returns nothing where there is no row to be seen */
function measure(): Measures | undefined {
  const heights = rowElements()
    .map((row) => row.getBoundingClientRect().height)
    .toSorted((one, other) => one - other);
  // One that is higher than the others must not stand for them.
  const rowHeight = heights[heights.length >> 1];
  const spacer = document.getElementById(ROWS_ID)?.previousElementSibling;
  // Nothing has a height that is not laid out.
  if (!rowHeight || !spacer) return undefined;
  return { rowHeight, top: spacer.getBoundingClientRect().top + window.scrollY };
}

/** But for parts of a pixel. */
const isSame = (one: Measures, other: Measures) =>
  Math.abs(other.rowHeight - one.rowHeight) < 0.5 && Math.abs(other.top - one.top) < 1;

type ScrollAnchorInput = Omit<RowWindowInput, 'focusId'> & {
  /** Without them the browser does it. */
  measures: Measures | undefined;
};

/**
 * What the person looks at stays where it is: below rows that come above it, a page that is sorted in or new ones that
 * a refresh has put in front, and when all rows get another height. The browser's own anchoring knows nothing of rows
 * that are not in the document.
 */
function useScrollAnchor({ rows, view, measures }: ScrollAnchorInput) {
  const before = useRef({ rows, view, measures });
  useLayoutEffect(() => {
    const { rows: old, view: oldView, measures: oldMeasures } = before.current;
    before.current = { rows, view, measures };
    if (!measures || oldView !== view) return;
    const { rowHeight } = measures;
    if (oldMeasures && oldMeasures.rowHeight !== rowHeight) {
      // Lower rows have made the document shorter, maybe than it was scrolled.
      const top = topPlace(oldMeasures, lastScroll.get());
      if (top < 0) return;
      window.scrollTo(0, measures.top + top * rowHeight - coveredTop());
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
      window.scrollBy(0, (next - place) * rowHeight);
      return;
    }
  });
}

/** As many as may be on a screen. */
const LOOK_AT = 50;

/** Place of the first row that is on the screen, with the part of it that is not; below 0 while the beginning of the table is. */
const topPlace = ({ rowHeight, top }: Measures, scrolled: number) =>
  (scrolled + coveredTop() - top) / rowHeight;
