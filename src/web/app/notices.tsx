import { useNetwork } from '@mantine/hooks';
import { OfflineBar } from '#web/app/offline-bar.tsx';
import { SessionGuard } from '#web/features/sign-in/session-guard.tsx';

/** What concerns every page, above each of them. */
export function Notices() {
  const { online } = useNetwork();
  return (
    <>
      {!online && <OfflineBar />}
      <SessionGuard />
    </>
  );
}
