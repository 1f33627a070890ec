import { useEffect, useRef, useState } from 'react';
import { useRoutesPastEnd } from '#web/features/routes/off-until.ts';
import { planTurnOn } from '#web/features/routes/turn-on-plan.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { count } from '#web/lib/format.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';

/** Where several routes are off past their time: leads to a plan that turns them on again. One has its own button. */
export function TurnOnAll() {
  const routes = useRoutesPastEnd();
  const { blocked, open } = useOpenPlan();
  const [busy, setBusy] = useState(false);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  if (routes.length < 2) return null;
  return (
    <BusyButton
      size="xs"
      variant="subtle"
      busy={busy}
      refusal={blocked}
      onClick={() => {
        setBusy(true);
        void planTurnOn(routes)
          // Whoever has left the page meanwhile is not taken to another.
          .then((plan) => isHere.current && open(plan))
          .finally(() => setBusy(false));
      }}
    >
      Turn on {count(routes.length, 'route')}…
    </BusyButton>
  );
}
