import {
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { activity } from '#web/api/activity.ts';
import { RequestRow } from '#web/features/activity/request-row.tsx';
import { everything, filtered, RequestTools } from '#web/features/activity/request-tools.tsx';
import styles from './activity.module.css';

/** More than any window shows. */
const FIRST_ROWS = 40;

/** The content of the panel: newest first, growing while one looks at it, without a word to screen readers. */
export function ActivityRequests() {
  const { entries } = useSyncExternalStore(activity.subscribe, activity.get);
  const [filter, setFilter] = useState(everything);
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const shown = filtered(entries, filter);
  useSteadyRows(scroller, shown[0]?.number, opened.size > 0);
  // The panel opens with the rows that are seen; the others follow without holding anything up.
  const most = useDeferredValue(Infinity, FIRST_ROWS);

  // The same for ever: all rows have it.
  const toggle = useCallback(
    (number: number) =>
      setOpened((before) => {
        const after = new Set(before);
        if (!after.delete(number)) after.add(number);
        return after;
      }),
    [],
  );

  return (
    <>
      {entries.length > 0 && (
        <RequestTools filter={filter} onFilter={setFilter} entries={entries} shown={shown} />
      )}
      <div ref={scroller} className={styles.scroller}>
        {/* Without the role WebKit takes a list without marks for none. */}
        <ol role="list" aria-label="Requests, newest first">
          {shown.slice(0, most).map((entry) => (
            <RequestRow
              key={entry.number}
              entry={entry}
              isOpen={opened.has(entry.number)}
              onToggle={toggle}
            />
          ))}
        </ol>
        {shown.length === 0 && (
          <p className={styles.empty}>
            {entries.length === 0
              ? 'No requests yet. Requests from this tab appear here.'
              : 'No request matches the filter.'}
          </p>
        )}
        <p className={styles.foot}>
          Kept in this tab only, newest 500. The key is never shown or exported.
        </p>
      </div>
    </>
  );
}

/**
 * Keeps what one reads, points at or has focused in its place when rows come on top. Browsers do that by themselves,
 * but not at the very top, and some not at all.
 *
 * @param newest number of the first row
 * @param isReading something in the list is open
 */
function useSteadyRows(
  scroller: RefObject<HTMLElement | null>,
  newest: number | undefined,
  isReading: boolean,
) {
  const before = useRef<number>(undefined);
  useLayoutEffect(() => {
    const rows = scroller.current?.querySelector<HTMLElement>('ol');
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
