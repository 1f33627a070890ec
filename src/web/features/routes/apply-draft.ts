import { useSyncExternalStore } from 'react';
import type { Order } from '#web/features/routes/build-plan.ts';
import { emptyInput, type PolicyInput } from '#web/features/routes/policy-lines.ts';
import { createStore } from '#web/lib/emitter.ts';
import { hasMetLimit } from '#web/session/drafts.ts';
import { session } from '#web/session/session.ts';

/** Everything that is chosen and typed on the page of the roll-out, besides the routes. */
export interface ApplyDraft extends Order {
  input: PolicyInput;
  /** A plan was made of it. */
  isPlanned?: boolean;
}

export const emptyDraft: ApplyDraft = {
  mode: 'add',
  ids: [],
  enabled: undefined,
  input: emptyInput,
};

/** Lasts as long as the page of the browser: who comes back from the plan finds all in its place. */
const store = createStore({ draft: emptyDraft, owner: session.account() });

// Past a limit of the session it waits for whoever signs in with the same key.
session.onEnd(() => hasMetLimit() || store.set({ draft: emptyDraft, owner: undefined }));

export const applyDraft = {
  get: () => (store.get().owner === session.account() ? store.get().draft : emptyDraft),
  edit: (fields: Partial<ApplyDraft>) =>
    store.set({ draft: { ...applyDraft.get(), ...fields }, owner: session.account() }),
};

export const useApplyDraft = () => useSyncExternalStore(store.subscribe, applyDraft.get);
