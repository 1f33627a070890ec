import { useId } from 'react';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { curlOf } from '#web/api/call.ts';
import { ChangeList } from '#web/features/routes/editor/change-list.tsx';
import {
  isSameModule,
  toReplace,
  wantedModule,
  type Draft,
} from '#web/features/routes/editor/module-draft.ts';
import { moduleOf, type ModuleReading } from '#web/features/routes/module-reading.ts';
import type { RouteIds } from '#web/features/routes/route-address.ts';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';
import styles from './editor.module.css';

type ChangeCardProps = { route: RouteIds; draft: Draft; reading: ModuleReading };

/** While editing: the difference, and the one request that would make it. */
export function ChangeCard({ route, draft, reading }: ChangeCardProps) {
  const id = useId();
  const { edge_id, id: route_id } = route;
  // A draft may be older than what was read last.
  const isOfReading = isSameModule(draft.base, moduleOf(reading));
  const curl = curlOf(ipRestrictionEndpoints.replace, {
    params: { edge_id, id: route_id },
    body: toReplace(wantedModule(draft)),
    ...(isOfReading && reading.condition),
  });
  return (
    <section className={layout.card} aria-labelledby={id}>
      <div className={layout.cardHeader}>
        <h2 id={id}>What will change</h2>
      </div>
      <div className={`${layout.pad} ${layout.stack}`}>
        <ChangeList draft={draft} glance />
        <details>
          <summary>Request</summary>
          <div className={styles.request}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
            <pre role="group" aria-label="Request as curl" tabIndex={0} className={styles.curl}>
              {curl}
            </pre>
            <div className={layout.row}>
              <CopyTextButton curl label="Copy request as curl" text={curl} />
            </div>
          </div>
        </details>
      </div>
    </section>
  );
}
