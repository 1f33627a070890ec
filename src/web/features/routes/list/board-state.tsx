import { useState } from 'react';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { isPastEnd, timeOn, useTurnOnAgain } from '#web/features/routes/off-until.ts';
import { useModuleRefusal } from '#web/features/routes/queries.ts';
import { RouteState } from '#web/features/routes/list/route-state.tsx';
import { changeText } from '#web/features/routes/state-text.ts';
import { absoluteTime } from '#web/lib/time.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { useNow } from '#web/ui/relative-time.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Badge } from '#web/ui/parts/badge.tsx';
import styles from './board.module.css';

type BoardStateProps = {
  route: KnownRoute;
  /** Of the row, for its button. */
  name: string;
  /** Tab index of its button. */
  inner: number | undefined;
};

export function BoardState({ route, name, inner }: BoardStateProps) {
  const { last_check: check, off_until } = route;
  const was = changeText(route);
  const isOff = check?.state === 'module' && !check.enabled;
  return (
    <div className={styles.states}>
      <RouteState check={check} />
      {was !== '' && (
        <span className={styles.changed}>
          <Badge color="neutral">Changed</Badge>
          <span className={`${layout.muted} ${styles.was}`} title={`was ${was}`}>
            was {was}
          </span>
        </span>
      )}
      {isOff && off_until !== undefined && (
        <OffUntil route={route} name={name} inner={inner} offUntil={off_until} />
      )}
    </div>
  );
}

function OffUntil({ route, name, inner, offUntil }: BoardStateProps & { offUntil: number }) {
  const now = useNow();
  const turnOn = useTurnOnAgain();
  const refusal = useModuleRefusal(route).replace;
  const [busy, setBusy] = useState(false);
  const isPast = isPastEnd(route, now);
  const time = timeOn(offUntil, now);
  return (
    <>
      <span className={styles.until} data-past={isPast || undefined} title={absoluteTime(offUntil)}>
        {isPast ? `Off past its time: ${time}` : `Off until ${time}`}
      </span>
      {isPast && (
        <BusyButton
          size="xs"
          variant="default"
          tabIndex={inner}
          busy={busy}
          refusal={refusal}
          aria-label={`Turn on now: ${name}`}
          onClick={() => {
            setBusy(true);
            void turnOn(route).finally(() => setBusy(false));
          }}
        >
          Turn on now
        </BusyButton>
      )}
    </>
  );
}
