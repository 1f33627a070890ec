import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { ErrorBoundary } from '#web/app/crash-page.tsx';
import { defects } from '#web/app/defects.ts';
import { appParts } from '#web/app/parts.ts';
import { SessionGuard } from '#web/features/sign-in/session-guard.tsx';
import { useNetwork } from '@mantine/hooks';
import { usePreferences } from '#web/lib/preferences.ts';
import { clockTime } from '#web/lib/time.ts';
import { late } from '#web/ui/feedback/late.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

const DefectNotice = late(appParts, (parts) => parts.DefectNotice);
const SessionWarning = late(appParts, (parts) => parts.SessionWarning);
const CountdownNotice = late(appParts, (parts) => parts.CountdownNotice);

/** What concerns every page. */
export function Notices() {
  const isOnline = useNetwork().online;
  return (
    <>
      <DefectBar />
      {!isOnline && <OfflineBar />}
      <PauseBar />
      <SessionGuard Warning={SessionWarning} />
    </>
  );
}

/** Something went wrong behind the page, which is still there. An error of the bar itself must not replace the page. */
export const DefectBar = () => (
  <ErrorBoundary renderError={() => null}>
    <Defects />
  </ErrorBoundary>
);

function Defects() {
  const seen = [...useSyncExternalStore(defects.subscribe, defects.get).values()];
  return seen.length === 0 ? null : <DefectNotice seen={seen} />;
}

/** Not late: without a connection nothing more can be fetched. */
function OfflineBar() {
  usePreferences(); // The zone of the time.
  const queries = useQueryClient().getQueryCache().getAll();
  const readAt = Math.max(0, ...queries.map((query) => query.state.dataUpdatedAt));
  return (
    <Notice tone="warn" role="alert" title="You are offline.">
      {readAt > 0 && `What you see was read at ${clockTime(readAt)}. `}
      Changes can be sent again when you are back.
    </Notice>
  );
}

/** As long as nothing is sent because the service has asked to wait. */
export function PauseBar() {
  const until = useSyncExternalStore(rateLimiter.subscribe, rateLimiter.until);
  return until === undefined ? null : <CountdownNotice key={until} until={until} />;
}
