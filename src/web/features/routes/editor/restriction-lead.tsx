import type { ModuleReading } from '#web/features/routes/module-reading.ts';
import { NoneBadge, OnOffBadge } from '#web/features/routes/state-badge.tsx';
import { count } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { RelativeTime } from '#web/ui/feedback/relative-time.tsx';

/** What the service said last, under the heading: not what the form has made of it. */
export function RestrictionLead({ reading }: { reading: ModuleReading }) {
  if (reading.kind === 'no-route') return null;
  const time = <RelativeTime text={new Date(reading.read_at).toISOString()} />;
  if (reading.kind === 'none')
    return (
      <p className={layout.row}>
        <NoneBadge text="No restriction" />
        <span className={layout.muted}>read from the service {time}</span>
      </p>
    );
  const { enabled, ids } = reading.module;
  return (
    <p className={layout.row}>
      <OnOffBadge
        on={enabled}
        text={enabled ? 'Restriction on' : 'Restriction off'}
        open={!enabled || ids.length === 0}
      />
      <span className={layout.muted}>
        {count(ids.length, 'IP policy', 'IP policies')}, read from the service {time}
      </span>
    </p>
  );
}
