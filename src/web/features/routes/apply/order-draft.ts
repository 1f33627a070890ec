import { useSyncExternalStore } from 'react';
import type { Mode, Order } from '#web/features/routes/apply/build-plan.ts';
import type { CopiedRoute } from '#web/features/routes/copied-route.ts';
import { onOff } from '#web/features/routes/module-read.ts';
import { policyBook } from '#web/features/routes/policies/policy-book.ts';
import {
  addedIdsSentence,
  policiesError,
  takePolicies,
} from '#web/features/routes/policies/read-policies.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

export type Enforcement = 'on' | 'off' | 'as-is';

/** What is chosen and typed on the page, besides the routes. */
export interface OrderDraft {
  mode: Mode;
  ids: readonly string[];
  /** In the field for policies, not among `ids` yet. */
  text: string;
  /** What became of the last press on Add. */
  said: string;
  fieldError: string;
  /** `as-is` is offered where policies are replaced. */
  enforcement: Enforcement;
  /** The route whose module it began with. */
  source?: CopiedRoute;
  /** A plan was made of it. */
  isPlanned?: boolean;
}

export const emptyDraft: OrderDraft = {
  mode: 'add',
  ids: [],
  text: '',
  said: '',
  fieldError: '',
  enforcement: 'as-is',
};

export const draftFrom = (source: CopiedRoute): OrderDraft => ({
  ...emptyDraft,
  mode: 'replace',
  ids: source.module.ip_policy_ids,
  enforcement: onOff(source.module.enabled),
  source,
});

/** Lasts as long as the page of the browser: who comes back from the plan finds all as it was. */
const store = createStore({ draft: emptyDraft, owner: session.account() });

/** Past a limit of the session it waits for whoever signs in with the same key. */
session.onEnd(() => {
  const state = session.state();
  const isLimit =
    state.kind === 'signed-out' && (state.reason === 'idle' || state.reason === 'age');
  if (!isLimit) store.set({ draft: emptyDraft, owner: undefined });
});

export const orderDraft = {
  get: () => (store.get().owner === session.account() ? store.get().draft : emptyDraft),
  set: (draft: OrderDraft) => store.set({ draft, owner: session.account() }),
};

export const useOrderDraft = () => useSyncExternalStore(store.subscribe, orderDraft.get);

/** A change by hand. */
export const edit = (fields: Partial<OrderDraft>) =>
  orderDraft.set({ ...orderDraft.get(), ...fields });

/** @param isOpen whether the plan that was made of it still waits; else it is done with */
export function forgetPlanned(isOpen: boolean) {
  if (orderDraft.get().isPlanned && !isOpen) orderDraft.set(emptyDraft);
}

/** An error stays until the text is right: it is checked again at each change. */
export const typePolicies = (text: string) =>
  edit({
    text,
    said: '',
    fieldError: orderDraft.get().fieldError && policiesError(text, policyBook()),
  });

/**
 * Takes the ids out of the field; what is none stays in it.
 *
 * @param anyway also what looks like the id of something else
 */
export function addTyped(anyway?: true) {
  const draft = orderDraft.get();
  const { ids, text, error } = takePolicies(draft.text, policyBook(), anyway);
  const all = [...new Set([...draft.ids, ...ids])];
  const added = all.length - draft.ids.length;
  return edit({
    ids: all,
    text,
    said: addedIdsSentence(added, ids.length - added),
    fieldError: error,
  });
}

export const removePolicy = (removed: string) =>
  edit({ ids: orderDraft.get().ids.filter((id) => id !== removed), said: '' });

function enabledOf(mode: Mode, enforcement: Enforcement): boolean | undefined {
  if (mode === 'enforce') return enforcement !== 'off';
  return mode === 'replace' && enforcement !== 'as-is' ? enforcement === 'on' : undefined;
}

export const orderOf = ({ mode, ids, enforcement }: OrderDraft): Order => ({
  mode,
  ids,
  enabled: enabledOf(mode, enforcement),
});
