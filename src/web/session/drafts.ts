import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/store.ts';
import { session } from '#web/session/session.ts';

function hasMetLimit(): boolean {
  const state = session.state();
  return state.kind === 'signed-out' && (state.reason === 'idle' || state.reason === 'age');
}

/**
 * What is typed and chosen on a page that leads to a plan, in memory only. It is dropped at the end of a session; past a
 * limit it waits for whoever signs in with the same key.
 */
export function createDraft<Draft extends object>(empty: Draft) {
  /** `owner`: whose it is when nobody is signed in. */
  const store = createStore<{ draft: Draft; owner?: string | undefined }>({ draft: empty });
  const get = () => {
    const { draft, owner } = store.get();
    return owner === undefined || owner === session.account() ? draft : empty;
  };
  const set = (draft: Draft) =>
    store.set({ draft, owner: hasMetLimit() ? session.account() : undefined });
  session.onEnd(() => {
    if (!hasMetLimit()) return set(empty);
    // One that waits already may be of another account.
    const { draft, owner = session.account() } = store.get();
    store.set({ draft, owner });
  });

  return {
    get,
    edit: (fields: Partial<Draft>) => set({ ...get(), ...fields }),
    drop: () => set(empty),
    use: () => useSyncExternalStore(store.subscribe, get),
  };
}

/** Text of forms that was typed when a session met a limit, by address; in memory only. */
const forms = new Map<string, { value: unknown; account: string | undefined }>();

session.onEnd(() => {
  if (!hasMetLimit()) forms.clear();
});

/**
 * Keeps what is typed on a page over a sign-out by a limit.
 *
 * @param value `undefined`: nothing is typed
 */
export function useKeptDraft(address: string, value: unknown) {
  useEffect(
    () => () => {
      if (hasMetLimit() && value !== undefined)
        forms.set(address, { value, account: session.account() });
    },
    [address, value],
  );
}

/** Returns the draft once, and only after signing in with the same key. */
export function takeDraft(address: string): unknown {
  const draft = forms.get(address);
  forms.delete(address);
  return draft?.account === session.account() ? draft?.value : undefined;
}
