import { useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { activity } from '#web/api/activity.ts';
import { ContractWatch } from '#web/features/activity/contract-watch.tsx';
import { RequestList } from '#web/features/activity/request-list.tsx';
import { everything, filtered, RequestTools } from '#web/features/activity/request-tools.tsx';
import styles from './activity.module.css';

/** The content of the panel: newest first, growing while one looks at it, without a word to screen readers. */
export function ActivityRequests() {
  const { entries, deviations } = useSyncExternalStore(activity.subscribe, activity.get);
  const [filter, setFilter] = useState(everything);
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const shown = filtered(entries, filter);

  const toggle = (number: number) =>
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(number)) after.add(number);
      return after;
    });

  function reveal(number: number) {
    // The entry has to be there for the focus; the filter may have kept it back.
    flushSync(() => {
      setFilter(everything);
      setOpened((before) => new Set([...before, number]));
    });
    const entry = scroller.current?.querySelector(`[data-number="${number}"]`);
    entry?.scrollIntoView({ block: 'nearest' });
    entry?.querySelector('button')?.focus({ preventScroll: true });
  }

  return (
    <>
      {entries.length > 0 && (
        <RequestTools filter={filter} onFilter={setFilter} entries={entries} shown={shown} />
      )}
      <div ref={scroller} className={styles.scroller}>
        <ContractWatch deviations={deviations} entries={entries} onShow={reveal} />
        <RequestList scroller={scroller} shown={shown} opened={opened} onToggle={toggle} />
        {shown.length === 0 && (
          <p className={styles.empty}>
            {entries.length === 0
              ? 'No request yet. What this tab asks the service from now on is listed here.'
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
