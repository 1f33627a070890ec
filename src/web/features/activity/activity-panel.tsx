import { Button } from '@mantine/core';
import {
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import { activity } from '#web/api/activity.ts';
import { PANEL_ID } from '#web/features/activity/panel-id.ts';
import { fetchPart } from '#web/ui/fetch-part.ts';
import { count } from '#web/ui/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import styles from './activity.module.css';

type ActivityPanelProps = {
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  /** What a reload of the page costs. */
  reloadNote: ReactNode;
};

/** What this tab has asked the service, beside whatever page is open. */
export function ActivityPanel({ opener, onClose, reloadNote }: ActivityPanelProps) {
  const made = useSyncExternalStore(activity.subscribe, () => activity.exchanges().length);
  const { Requests, isMissing, load } = useRequests();
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
        <Notice
          tone="danger"
          role="alert"
          className={styles.notice}
          title="A part of the app did not arrive."
          actions={
            <>
              <Button variant="default" onClick={load}>
                Try again
              </Button>
              <Button variant="default" onClick={() => location.reload()}>
                Reload the page
              </Button>
            </>
          }
        >
          The connection was lost, or the app has been updated since you opened it: then only
          reloading helps. The page beside is not affected.
          {reloadNote}
        </Notice>
      )}
    </SidePanel>
  );
}

/** The list is code of its own, fetched when the panel is first opened. */
const fetchRequests = () =>
  fetchPart(
    async () => (await import('#web/features/activity/activity-requests.tsx')).ActivityRequests,
  );

function useRequests() {
  const [Requests, setRequests] = useState<ComponentType>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (Requests !== undefined || isMissing) return;
    fetchRequests().then(
      (part) => setRequests(() => part),
      () => setMissing(true),
    );
  }, [Requests, isMissing]);
  return { Requests, isMissing, load: () => setMissing(false) };
}
