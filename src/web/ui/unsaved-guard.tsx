import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/**
 * Asks before a page with unsaved changes is left, by a link, by Back or by closing the tab.
 *
 * @param isLeavingAllowed read at the navigation itself: a form that has just been saved may leave before it renders again
 */
export function UnsavedGuard({
  dirty,
  isLeavingAllowed,
}: {
  dirty: boolean;
  isLeavingAllowed: () => boolean;
}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !isLeavingAllowed() && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Discard unsaved changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      <p>What you changed on this page has not been saved.</p>
    </ConfirmDialog>
  );
}
