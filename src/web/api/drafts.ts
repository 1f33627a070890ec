import { session } from '#web/api/session.ts';

/** Text that was typed when a session ended for lack of use, by address; in memory only. */
const drafts = new Map<string, { value: unknown; owner: number | undefined }>();

session.subscribe(() => {
  const state = session.state();
  if (state.kind === 'signed-out' && state.reason !== 'idle') drafts.clear();
});

/** Keeps what was typed, but only past a sign-out for lack of use; whoever leaves on purpose has chosen. */
export function keepDraft(address: string, value: unknown) {
  const state = session.state();
  if (state.kind === 'signed-out' && state.reason === 'idle')
    drafts.set(address, { value, owner: session.fingerprint() });
}

/** Gives it back once, and to the same key only. */
export function takeDraft(address: string): unknown {
  const draft = drafts.get(address);
  drafts.delete(address);
  return draft?.owner === session.fingerprint() ? draft?.value : undefined;
}
