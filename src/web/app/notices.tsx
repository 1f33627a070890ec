import { useNetwork } from '@mantine/hooks';
import { DefectBar } from '#web/app/defect-bar.tsx';
import { OfflineBar } from '#web/app/offline-bar.tsx';
import { PauseBar } from '#web/app/pause-bar.tsx';
import { SessionGuard } from '#web/features/sign-in/session-guard.tsx';

/** What concerns every page, above each of them. */
export function Notices() {
  const { online } = useNetwork();
  return (
    <>
      <DefectBar />
      {!online && <OfflineBar />}
      <PauseBar />
      <SessionGuard />
    </>
  );
}
