import { useDeferredValue, useLayoutEffect, useRef, type RefObject } from 'react';
import type { RequestLogEntry } from '#client/request-log.ts';
import { RequestRow } from '#web/features/activity/request-row.tsx';

type RequestListProps = {
  scroller: RefObject<HTMLElement | null>;
  shown: readonly RequestLogEntry[];
  opened: ReadonlySet<number>;
  onToggle: (number: number) => void;
};

/** More than any window shows. */
const FIRST_ROWS = 40;

export function RequestList({ scroller, shown, opened, onToggle }: RequestListProps) {
  const list = useRef<HTMLOListElement>(null);
  useSteadyRows({ scroller, list, newest: shown[0]?.number, isReading: opened.size > 0 });
  // The panel opens with the rows that are seen; the others follow without holding anything up.
  const most = useDeferredValue(Infinity, FIRST_ROWS);
  return (
    // Without the role WebKit takes a list without marks for none.
    <ol ref={list} role="list" aria-label="Requests, newest first">
      {shown.slice(0, most).map((entry) => (
        <RequestRow
          key={entry.number}
          entry={entry}
          isOpen={opened.has(entry.number)}
          onToggle={onToggle}
        />
      ))}
    </ol>
  );
}

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
function useSteadyRows({ scroller, list, newest, isReading }: SteadyRows) {
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
