import { Button, Drawer } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import { useDeferredValue, useSyncExternalStore } from 'react';
import { useBudget } from '#web/api/rate-limiter.ts';
import { requests } from '#web/api/requests.ts';
import { RequestItem } from '#web/features/requests/request-item.tsx';
import { toJson } from '#web/features/requests/request-texts.ts';
import { download } from '#web/lib/download.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { useReturnFocus } from '#web/ui/focus.ts';
import { icon } from '#web/ui/icon.ts';

/** More than any window shows. The others follow without holding up the drawer. */
const FIRST_ITEMS = 30;

/** The last requests of this tab, newest first. */
export function RequestsDrawer({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const entries = useSyncExternalStore(requests.subscribe, requests.get);
  const budget = useBudget();
  const most = useDeferredValue(Infinity, FIRST_ITEMS);

  function save() {
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-').slice(0, 19);
    download(toJson(entries), `requests-${time}.json`, 'application/json');
  }

  return (
    <Drawer opened onClose={onClose} title="Requests" size={480} padding="md">
      <p className="dim">Kept in this tab only. Your key is never shown or exported.</p>
      {budget && <p className="dim numbers">{budget}</p>}
      {entries.length > 0 ? (
        <Button my="sm" leftSection={<Download {...icon} />} onClick={save}>
          Export requests
        </Button>
      ) : (
        <p>No requests yet.</p>
      )}
      {/* Without the role WebKit does not take a list without marks for one. */}
      <ol role="list" aria-label="Requests, newest first">
        {entries.slice(0, most).map((entry) => (
          <RequestItem key={entry.number} entry={entry} />
        ))}
      </ol>
      <AnnounceRegion />
    </Drawer>
  );
}
