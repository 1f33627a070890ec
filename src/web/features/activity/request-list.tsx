import { useDeferredValue, useRef, type RefObject } from 'react';
import type { RequestLogEntry } from '#client/exchange.ts';
import { RequestRow } from '#web/features/activity/request-row.tsx';
import { useSteadyRows } from '#web/features/activity/use-steady-rows.ts';

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
      {shown.slice(0, most).map((exchange) => (
        <RequestRow
          key={exchange.number}
          exchange={exchange}
          isOpen={opened.has(exchange.number)}
          onToggle={onToggle}
        />
      ))}
    </ol>
  );
}
