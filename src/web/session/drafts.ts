import { useEffect } from 'react';
import { session } from '#web/session/session.ts';

/** Text that was typed when a session met a limit, by address; in memory only. */
const drafts = new Map<string, { value: unknown; account: string | undefined }>();

session.onEnd(() => {
  if (!hasMetLimit()) drafts.clear();
});

export function hasMetLimit(): boolean {
  const state = session.state();
  return state.kind === 'signed-out' && (state.reason === 'idle' || state.reason === 'age');
}

/**
 * Keeps what is typed on a page over a sign-out by a limit.
 *
 * @param value `undefined`: nothing is typed
 */
export function useKeptDraft(address: string, value: unknown) {
  useEffect(
    () => () => {
      if (hasMetLimit() && value !== undefined)
        drafts.set(address, { value, account: session.account() });
    },
    [address, value],
  );
}

/** Returns the draft once, and only after signing in with the same key. */
export function takeDraft(address: string): unknown {
  const draft = drafts.get(address);
  drafts.delete(address);
  return draft?.account === session.account() ? draft?.value : undefined;
}
