import { useLayoutEffect, useRef, type RefObject } from 'react';

type SteadyRows = {
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
  /** Number of the first row; more come before it. */
  newest: number | undefined;
  /** Something in the list is open. */
  isReading: boolean;
};

/**
 * Keeps what one reads, points at or has focused in its place when rows come on top. Browsers do that by themselves,
 * but not at the very top, and some not at all.
 */
export function useSteadyRows({ scroller, list, newest, isReading }: SteadyRows) {
  const before = useRef<number>(undefined);
  useLayoutEffect(() => {
    const rows = list.current;
    const first = rows?.querySelector<HTMLElement>(`[data-number="${before.current}"]`);
    before.current = newest;
    if (!scroller.current || !rows || !first) return;
    const isAway = scroller.current.scrollTop > 0;
    const isAnchored = isAway && CSS.supports('overflow-anchor', 'auto');
    const isLookedAt = isAway || isReading || rows.matches(':hover, :focus-within');
    if (isAnchored || !isLookedAt) return;
    scroller.current.scrollBy({ top: first.offsetTop - rows.offsetTop, behavior: 'instant' });
    // A row that opens or closes moves no other one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [newest]);
}
