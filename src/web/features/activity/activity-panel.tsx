import Activity from 'lucide-react/icons/activity';
import { useSyncExternalStore, type Ref, type RefObject } from 'react';
import { activity } from '#web/api/activity.ts';
import { count } from '#web/lib/format.ts';
import { LazyChunk, useLazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorNotice } from '#web/ui/feedback/chunk-error-notice.tsx';
import { SidePanel } from '#web/ui/layout/side-panel.tsx';
import { useSingleKeys } from '#web/ui/keyboard/use-shortcuts.ts';
import styles from './activity.module.css';
import buttonStyles from './activity-button.module.css';

export const PANEL_ID = 'activity-panel';

type ActivityButtonProps = { ref: Ref<HTMLButtonElement>; isOpen: boolean; onPress: () => void };

/** In the bar. Its name says neither how many requests there are nor what came of them. */
export function ActivityButton({ ref, isOpen, onPress }: ActivityButtonProps) {
  const singleKeys = useSingleKeys();
  return (
    <button
      ref={ref}
      type="button"
      className={buttonStyles.button}
      aria-label="Activity"
      aria-keyshortcuts={singleKeys ? '.' : undefined}
      aria-expanded={isOpen}
      aria-controls={PANEL_ID}
      onClick={onPress}
    >
      <Activity size={18} strokeWidth={1.6} aria-hidden />
      <span className={buttonStyles.text}>Activity</span>
    </button>
  );
}

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
