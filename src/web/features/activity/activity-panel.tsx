import { useSyncExternalStore, type RefObject } from 'react';
import { activity } from '#web/api/activity.ts';
import { useBudget } from '#web/api/use-budget.ts';
import { PANEL_ID } from '#web/features/activity/activity-button.tsx';
import { ActivityRequests } from '#web/features/activity/activity-requests.tsx';
import { count } from '#web/lib/format.ts';
import { SidePanel } from '#web/ui/layout/side-panel.tsx';
import layout from '#web/ui/layout/layout.module.css';
import styles from './activity.module.css';

type ActivityPanelProps = {
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** What this tab has asked the service, beside whatever page is open. */
export function ActivityPanel({ opener, onClose }: ActivityPanelProps) {
  const made = useSyncExternalStore(activity.subscribe, () => activity.get().entries.length);
  return (
    <SidePanel
      id={PANEL_ID}
      label="Activity panel"
      title="Activity"
      note={
        <>
          <span className={styles.badge}>{count(made, 'request')}</span>
          <BudgetNote />
        </>
      }
      opener={opener}
      onClose={onClose}
    >
      <ActivityRequests />
    </SidePanel>
  );
}

/** Of its own, for it changes every second. */
function BudgetNote() {
  const text = useBudget();
  return text && <span className={`${layout.muted} ${layout.small} ${layout.num}`}>{text}</span>;
}
