import { useCallback, useEffect, useRef, useState } from 'react';
import {
  NavigationType,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router-dom';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';

/** State of a navigation that a save, a deletion or a plan has led to: there is nothing left to ask about. */
export type LeavingState = { settled: true };

type UnsavedGuardProps = {
  dirty: boolean;
  /** The changes have been sent, and are not answered yet. */
  isSending?: boolean;
};

/** Parts of the page that hold what is not saved. */
let unsavedParts = 0;

export const hasUnsaved = () => unsavedParts > 0;

/**
 * The browser asks before the tab is closed or reloaded, and the app before a sign-out. Only while that is wanted: it
 * costs the cache of pages.
 */
export function useUnloadWarning(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    unsavedParts += 1;
    return () => {
      window.removeEventListener('beforeunload', warn);
      unsavedParts -= 1;
    };
  }, [isWanted]);
}

/** Asks before a page with unsaved changes is left, by a link, by Back or by closing the tab. */
export function UnsavedGuard({ dirty, isSending }: UnsavedGuardProps) {
  /** The router is ahead of what is drawn, and throws where nothing is blocked any more. */
  const isBlocked = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const state = nextLocation.state as Partial<LeavingState> | null; // ours, or absent
    // Back may lead to an entry that an earlier save has made.
    const isSettled = state?.settled && historyAction !== NavigationType.Pop;
    isBlocked.current = dirty && !isSettled && currentLocation.pathname !== nextLocation.pathname;
    return isBlocked.current;
  });
  const leave = useCallback(() => {
    if (!isBlocked.current || blocker.state !== 'blocked') return;
    isBlocked.current = false;
    blocker.proceed();
  }, [blocker]);

  useUnloadWarning(dirty);

  const { location: next } = useNavigation();
  const navigate = useNavigate();
  const location = useLocation();

  useEffect(() => {
    // It was saved while the question stood.
    if (!dirty) leave();
  }, [dirty, leave]);

  useEffect(() => {
    // The code of the next page may come long after the press: what was typed meanwhile would go without a question.
    if (dirty && next && next.pathname !== location.pathname)
      void navigate(location, { replace: true, state: location.state, preventScrollReset: true });
    // Who has chosen to leave changed text is not kept.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [dirty]);

  if (blocker.state !== 'blocked' || !dirty) return null;
  const keep = () => {
    isBlocked.current = false;
    blocker.reset();
  };
  return <DiscardDialog isSending={isSending} onDiscard={leave} onKeep={keep} />;
}

/** A question before a part of the page itself drops its unsaved changes. */
export function useDiscardQuestion(dirty: boolean) {
  const [asked, setAsked] = useState<{ proceed: () => void }>();
  const end = () => setAsked(undefined);
  return {
    /** @param proceed may drop the changes */
    confirmDiscard(proceed: () => void) {
      // Later: the Escape that would close a dialog would close a question that is open already, too.
      if (dirty) setTimeout(setAsked, 0, { proceed });
      else proceed();
    },
    question: asked && (
      <DiscardDialog
        onKeep={end}
        onDiscard={() => {
          end();
          asked.proceed();
        }}
      />
    ),
  };
}

type DiscardDialogProps = {
  isSending?: boolean | undefined;
  onDiscard: () => void;
  onKeep: () => void;
};

export const DiscardDialog = ({ isSending, onDiscard, onKeep }: DiscardDialogProps) => (
  <AlertDialog
    title={isSending ? 'Leave before it is saved?' : 'Discard unsaved changes?'}
    confirmLabel={isSending ? 'Leave' : 'Discard changes'}
    cancelLabel={isSending ? 'Stay' : 'Keep editing'}
    danger={!isSending}
    onConfirm={onDiscard}
    onClose={onKeep}
  >
    <p>
      {isSending
        ? 'Your changes have been sent. If you leave, you do not see whether they were saved.'
        : 'What you changed has not been saved.'}
    </p>
  </AlertDialog>
);
