import { useSyncExternalStore } from 'react';
import { session } from '#web/session/session.ts';

/** What a reload costs, where it costs something. */
export function ReloadNote() {
  const { kind } = useSyncExternalStore(session.subscribe, session.state);
  if (kind === 'signed-out' || session.staysSignedIn()) return null;
  return (
    <p>
      The key is in memory only: after a reload you will have to sign in again, unless another tab
      is signed in.
    </p>
  );
}
