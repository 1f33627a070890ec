import {
  addIds,
  changesOf,
  countChanges,
  type Draft,
  isTouched,
  removeAll,
  removeId,
  setEnabled,
  startDraft,
} from '#web/features/routes/draft.ts';
import type { ModuleRead } from '#web/features/routes/module-read.ts';
import { policyBook } from '#web/features/routes/policies/policy-book.ts';
import {
  addedIdsSentence,
  policiesError,
  takePolicies,
} from '#web/features/routes/policies/read-policies.ts';

/** Everything that is typed or chosen in the editor, and what was said about it. */
export interface EditorState {
  /** `null` while the route has no module and nobody has asked for one. */
  draft: Draft | null;
  /** In the field for ids, not in the list yet. */
  text: string;
  /** What became of the ids that were added last. */
  said: string;
  fieldError: string;
  /** By id: what the service says of an id that it refused. */
  refused: Record<string, string>;
  /** Beside the buttons. */
  note: string;
  /** Refused submits; the summary of errors stands from the first one on. */
  attempt: number;
}

export const emptyEditor: EditorState = {
  draft: null,
  text: '',
  said: '',
  fieldError: '',
  refused: {},
  note: '',
  attempt: 0,
};

export const openEditor = (read: ModuleRead | undefined): EditorState =>
  read?.module ? { ...emptyEditor, draft: startDraft(read.module) } : emptyEditor;

export const begin = (state: EditorState): EditorState => withDraft(state, startDraft(null));

/** A change by hand: what was said about the state before no longer stands beside it. */
const withDraft = (state: EditorState, draft: Draft | null): EditorState => ({
  ...state,
  draft,
  note: '',
});

export const typeIds = (state: EditorState, text: string): EditorState => ({
  ...state,
  text,
  said: '',
  // An error stays until the text is right: it is checked again at each change.
  fieldError: state.fieldError && policiesError(text, policyBook()),
});

/**
 * Takes the ids out of the field into the list; what is no id stays in it.
 *
 * @param anyway also what looks like the id of something else
 */
export function addTyped(state: EditorState, anyway?: true): EditorState {
  if (state.draft === null) return state;
  const { ids, text, error } = takePolicies(state.text, policyBook(), anyway);
  const { draft, added, repeated } = addIds(state.draft, ids);
  return {
    ...(ids.length > 0 ? withDraft(state, draft) : state),
    text,
    said: addedIdsSentence(added, repeated),
    fieldError: error,
  };
}

export const enforce = (state: EditorState, enabled: boolean): EditorState =>
  withDraft(state, state.draft && setEnabled(state.draft, enabled));

export function removePolicy(state: EditorState, id: string): EditorState {
  const { [id]: _removed, ...refused } = state.refused;
  return { ...withDraft(state, state.draft && removeId(state.draft, id)), said: '', refused };
}

export const putBack = (state: EditorState, id: string): EditorState => ({
  ...withDraft(state, state.draft && addIds(state.draft, [id]).draft),
  said: '',
});

export const removeAllPolicies = (state: EditorState): EditorState => ({
  ...withDraft(state, state.draft && removeAll(state.draft)),
  said: '',
  refused: {},
});

/** The service refused these ids: the list stays as it is, each has its text. */
export const refuse = (state: EditorState, refused: Record<string, string>): EditorState => ({
  ...state,
  refused,
  attempt: state.attempt + 1,
});

/** Checks before a review. Ids that are still in the field are added: they were meant. */
export function prepareReview(state: EditorState): { state: EditorState; draft: Draft | null } {
  const added = state.text.trim() === '' ? { ...state, fieldError: '' } : addTyped(state);
  const next = { ...added, refused: {}, note: '' };
  if (next.fieldError !== '') return { state: { ...next, attempt: next.attempt + 1 }, draft: null };
  if (next.draft === null || countChanges(changesOf(next.draft)) === 0)
    return { state: { ...next, note: 'Nothing to apply.' }, draft: null };
  return { state: { ...next, attempt: 0 }, draft: next.draft };
}

export const isDirty = ({ draft, text }: EditorState): boolean =>
  draft !== null && (isTouched(draft) || text.trim() !== '');

export const hasErrors = ({ fieldError, refused }: EditorState): boolean =>
  fieldError !== '' || Object.keys(refused).length > 0;

export const ADD_FIELD = 'add-ip-policy-ids';
export const REVIEW_BUTTON = 'review-changes';
/** An id of an element, which holds no blank. */
export const rowButtonId = (id: string) => `ip-policy-${id.replaceAll(/\s/g, '_')}`;

/** What the service says of an id; ids may be called as what every object has: `constructor`. */
export const policyError = (refused: EditorState['refused'], id: string) =>
  Object.hasOwn(refused, id) ? refused[id] : undefined;

/** For the summary above the heading, once a submit was refused: each leads to where it can be put right. */
export function problemsOf(state: EditorState): Array<{ text: string; field: string }> {
  if (state.attempt === 0) return [];
  const ids = state.draft?.wanted.ip_policy_ids ?? [];
  return [
    ...(state.fieldError === '' ? [] : [{ text: state.fieldError, field: ADD_FIELD }]),
    ...ids.flatMap((id) => {
      const text = policyError(state.refused, id);
      return text === undefined ? [] : [{ text: `${id}: ${text}`, field: rowButtonId(id) }];
    }),
  ];
}
