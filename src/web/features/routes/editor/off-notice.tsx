import { useState } from 'react';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import type { RouteIds } from '#web/features/routes/kept-route.ts';
import { timeOn, useTurnOnAgain } from '#web/features/routes/off-until.ts';
import { useModuleRefusal } from '#web/features/routes/queries.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useNow } from '#web/ui/relative-time.tsx';

type OffNoticeProps = { route: RouteIds; known: KnownRoute | undefined };

/** Off as it is on the service; with an end, where somebody has chosen one on this device. */
export function OffNotice({ route, known }: OffNoticeProps) {
  const now = useNow();
  const turnOn = useTurnOnAgain();
  const refusal = useModuleRefusal(route).replace;
  const [busy, setBusy] = useState(false);
  const until = known?.off_until;
  if (until === undefined)
    return <Notice tone="neutral">Off: no address is checked. The list is kept.</Notice>;
  const time = timeOn(until, now);
  return (
    <Notice
      tone={until <= now ? 'warn' : 'neutral'}
      title={until <= now ? `Off past its time (${time}).` : `Off until ${time}.`}
      actions={
        <BusyButton
          size="xs"
          variant="default"
          busy={busy}
          refusal={refusal}
          onClick={() => {
            setBusy(true);
            void turnOn({ ...route, name: known?.name ?? route.id }).then(() => setBusy(false));
          }}
        >
          Turn on now
        </BusyButton>
      }
    >
      No address is checked. The list is kept.
    </Notice>
  );
}
