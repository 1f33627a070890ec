import { useSyncExternalStore, type RefObject } from 'react';
import { activity } from '#web/api/activity.ts';
import { PANEL_ID } from '#web/features/activity/activity-button.tsx';
import { count } from '#web/lib/format.ts';
import { LazyChunk, useLazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorNotice } from '#web/ui/feedback/chunk-error-notice.tsx';
import { SidePanel } from '#web/ui/layout/side-panel.tsx';
import styles from './activity.module.css';

type ActivityPanelProps = {
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** The list is code of its own, fetched when the panel is first opened. */
const requests = new LazyChunk(
  async () => (await import('#web/features/activity/activity-requests.tsx')).ActivityRequests,
);

/** What this tab has asked the service, beside whatever page is open. */
export function ActivityPanel({ opener, onClose }: ActivityPanelProps) {
  const made = useSyncExternalStore(activity.subscribe, () => activity.get().entries.length);
  const { part: Requests, isMissing, tryAgain } = useLazyChunk(requests);
  return (
    <SidePanel
      id={PANEL_ID}
      label="Activity panel"
      title="Activity"
      note={<span className={styles.badge}>{count(made, 'request')}</span>}
      opener={opener}
      onClose={onClose}
    >
      {Requests && <Requests />}
      {isMissing && (
        <ChunkErrorNotice onRetry={tryAgain} className={styles.notice}>
          The page beside is not affected.
        </ChunkErrorNotice>
      )}
    </SidePanel>
  );
}
