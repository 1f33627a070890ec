import RefreshCw from 'lucide-react/icons/refresh-cw';
import X from 'lucide-react/icons/x';
import { useId, useState, useSyncExternalStore } from 'react';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { readable } from '#web/features/routes/list/board.ts';
import { isLong, type useCheckAll } from '#web/features/routes/list/use-check-all.ts';
import { count } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { useDelayed } from '#web/ui/use-timers.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './board.module.css';

type CheckButtonProps = {
  routes: readonly KnownRoute[];
  stale: readonly KnownRoute[];
  checks: ReturnType<typeof useCheckAll>;
};

/** Reads what is stale, and everything where nothing is. */
export function CheckButton({ routes, stale, checks }: CheckButtonProps) {
  const timeId = useId();
  const due = stale.length > 0 ? stale : readable(routes);
  const now = stale.length > 0 ? `Check ${count(stale.length, 'route')}` : 'Check all again';
  // The name stays while it is busy, though less and less is to be read.
  const [name, setName] = useState(now);
  if (!checks.busy && name !== now) setName(now);
  const time = useSyncExternalStore(rateLimiter.subscribe, () => {
    const ms = rateLimiter.msFor(due.length);
    return isLong(ms) ? aboutTime(ms) : '';
  });
  const hasTime = time !== '' && !checks.busy;

  return (
    <div className={styles.check}>
      {checks.busy && <CancelButton onClick={checks.cancel} />}
      <BusyButton
        size="xs"
        variant="subtle"
        busy={checks.busy}
        leftSection={<RefreshCw {...icon} />}
        aria-describedby={hasTime ? timeId : undefined}
        onClick={() => void checks.check(due)}
      >
        <span className={styles.words}>{name}</span>
      </BusyButton>
      {hasTime && (
        <span
          id={timeId}
          className={`${layout.muted} ${layout.small} ${layout.num} ${styles.words}`}
        >
          {time}
        </span>
      )}
    </div>
  );
}

/** Not shown for a check that is over in a moment. */
const CancelButton = ({ onClick }: { onClick: () => void }) =>
  useDelayed(400) && (
    <Button size="xs" variant="subtle" leftSection={<X {...icon} />} onClick={onClick}>
      <span className={styles.words}>Cancel checking</span>
    </Button>
  );
