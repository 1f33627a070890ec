import { useSyncExternalStore } from 'react';
import type { Mode, Order } from '#web/features/routes/build-plan.ts';
import type { CopiedRoute } from '#web/features/routes/copied-route.ts';
import { emptyInput, type PolicyInput } from '#web/features/routes/policy-lines.ts';
import { onOff } from '#web/features/routes/restriction.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

/** `as-is` is offered where policies are replaced. */
export type WantedState = 'on' | 'off' | 'as-is';

/** Everything that is chosen and typed on the page of the roll-out, besides the routes. */
export interface ApplyDraft {
  mode: Mode;
  ids: readonly string[];
  input: PolicyInput;
  state: WantedState;
  /** The route whose IP restriction it began with. */
  source?: CopiedRoute;
  /** A plan was made of it. */
  isPlanned?: boolean;
}

export const emptyDraft: ApplyDraft = { mode: 'add', ids: [], input: emptyInput, state: 'as-is' };

export const draftFrom = (source: CopiedRoute): ApplyDraft => ({
  ...emptyDraft,
  mode: 'replace',
  ids: source.restriction.ip_policy_ids,
  state: onOff(source.restriction.enabled),
  source,
});

/** Lasts as long as the page of the browser: who comes back from the plan finds all in its place. */
const store = createStore({ draft: emptyDraft, owner: session.account() });

// Past a limit of the session it waits for whoever signs in with the same key.
session.onEnd(() => {
  const state = session.state();
  const isLimit =
    state.kind === 'signed-out' && (state.reason === 'idle' || state.reason === 'age');
  if (!isLimit) store.set({ draft: emptyDraft, owner: undefined });
});

export const applyDraft = {
  get: () => (store.get().owner === session.account() ? store.get().draft : emptyDraft),
  set: (draft: ApplyDraft) => store.set({ draft, owner: session.account() }),
  edit: (fields: Partial<ApplyDraft>) => applyDraft.set({ ...applyDraft.get(), ...fields }),
};

export const useApplyDraft = () => useSyncExternalStore(store.subscribe, applyDraft.get);

/** What is to be done to every chosen route. */
export function orderOf({ mode, ids, state }: ApplyDraft): Order {
  if (mode === 'enforce') return { mode, ids, enabled: state !== 'off' };
  const isSet = mode === 'replace' && state !== 'as-is';
  return { mode, ids, enabled: isSet ? state === 'on' : undefined };
}
