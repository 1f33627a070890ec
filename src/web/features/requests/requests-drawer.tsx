import '#web/styles/more.css';
import { Button, Checkbox, Drawer, Group } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import { useDeferredValue, useState, useSyncExternalStore } from 'react';
import { activity } from '#web/api/activity.ts';
import { useBudget } from '#web/api/use-budget.ts';
import { RequestItem } from '#web/features/requests/request-item.tsx';
import { isFailed, toJson } from '#web/features/requests/request-texts.ts';
import { download } from '#web/lib/download.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { useReturnFocus } from '#web/ui/focus.ts';
import { icon } from '#web/ui/icon.ts';
import styles from './requests.module.css';

/** More than any window shows. The others follow without holding up the drawer. */
const FIRST_ITEMS = 30;

/** The last requests of this tab, newest first. */
export function RequestsDrawer({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { entries } = useSyncExternalStore(activity.subscribe, activity.get);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const budget = useBudget();
  const shown = onlyFailed ? entries.filter(isFailed) : entries;
  const most = useDeferredValue(Infinity, FIRST_ITEMS);

  function save() {
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-').slice(0, 19);
    download(toJson(shown), `requests-${time}.json`, 'application/json');
  }

  return (
    <Drawer opened onClose={onClose} title="Requests" size={480} padding="md">
      <Group justify="space-between" gap="xs" mb="xs">
        <Checkbox
          label="Only failed"
          checked={onlyFailed}
          onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
        />
        <Button
          variant="default"
          leftSection={<Download {...icon} />}
          aria-disabled={shown.length === 0 || undefined}
          onClick={() => shown.length > 0 && save()}
        >
          Export requests
        </Button>
      </Group>
      {budget && <p className="dim numbers">{budget}</p>}
      {/* Without the role WebKit does not take a list without marks for one. */}
      <ol role="list" aria-label="Requests, newest first">
        {shown.slice(0, most).map((entry) => (
          <RequestItem key={entry.number} entry={entry} />
        ))}
      </ol>
      {shown.length === 0 && (
        <p className={styles.empty}>{onlyFailed ? 'No request has failed.' : 'No requests yet.'}</p>
      )}
      <p className="dim">Kept in this tab only. Your key is never shown or exported.</p>
      <AnnounceRegion />
    </Drawer>
  );
}
