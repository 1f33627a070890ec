// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { expect, it } from 'vitest';
import { setConfig } from '#web/api/config.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import {
  ADD_FIELD,
  addTyped,
  begin,
  emptyEditor,
  enforce,
  hasErrors,
  isDirty,
  openEditor,
  policyError,
  prepareReview,
  problemsOf,
  refuse,
  removePolicy,
  rowButtonId,
  typeIds,
} from '#web/features/routes/editor/editor-state.ts';

setConfig(testConfig());

const opened = openEditor({
  kind: 'module',
  module: { enabled: true, ip_policy_ids: ['a', 'b'] },
  read_at: 1,
});
const withTyped = (text: string) => typeIds(opened, text);

it('keeps in the field what is no id, and says what became of the rest', () => {
  const state = addTyped(withTyped('x, a, y?z'));
  expect(state).toMatchObject({
    text: 'y?z',
    said: 'Added 1. 1 was already in the list.',
    fieldError: '‘y?z’ does not look like an id',
  });
  expect(problemsOf(state)).toEqual([]);
  expect(typeIds(state, 'y').fieldError).toBe('');
  expect(typeIds(state, 'y!').fieldError).toBe('‘y!’ does not look like an id');
});

it('adds what looks like something else only where that is meant', () => {
  const held = addTyped(withTyped('bot_1 x'));
  expect(held).toMatchObject({
    text: 'bot_1',
    said: 'Added 1.',
    fieldError: '‘bot_1’ looks like a bot user, not an IP policy.',
  });
  expect(prepareReview(held).draft).toBeNull();
  expect(addTyped(held, true)).toMatchObject({ text: '', said: 'Added 1.', fieldError: '' });
  expect(prepareReview(addTyped(held, true)).draft?.wanted.ip_policy_ids).toEqual([
    'a',
    'b',
    'x',
    'bot_1',
  ]);
});

it('reviews ids that are still in the field', () => {
  const { draft } = prepareReview(withTyped('x'));
  expect(draft?.wanted).toEqual({ enabled: true, ip_policy_ids: ['a', 'b', 'x'] });
});

it('does not review what it cannot read', () => {
  const { state, draft } = prepareReview(withTyped('x y?z'));
  expect(draft).toBeNull();
  expect(problemsOf(state)).toEqual([{ text: '‘y?z’ does not look like an id', field: ADD_FIELD }]);
});

it('has nothing to review without a change', () => {
  const { state, draft } = prepareReview(opened);
  expect(draft).toBeNull();
  expect(state.note).toBe('Nothing to apply.');
  expect(enforce(state, false).note).toBe('');
});

it('forgets an error at a field that was emptied since', () => {
  const { state } = prepareReview(typeIds(addTyped(withTyped('y?z')), ' '));
  expect(hasErrors(state)).toBe(false);
});

it('names each refused id where it can be removed, until it is', () => {
  const added = addTyped(withTyped('x y'));
  const refused = refuse(added, { x: 'Unknown', gone: 'Unknown' });
  expect(problemsOf(refused)).toEqual([{ text: 'x: Unknown', field: rowButtonId('x') }]);
  expect(problemsOf(removePolicy(refused, 'x'))).toEqual([]);
});

it('takes no name of what every object has for a refused id', () => {
  const state = addTyped(withTyped('constructor toString __proto__'));
  expect(policyError(state.refused, 'constructor')).toBeUndefined();
  expect(problemsOf({ ...state, attempt: 1 })).toEqual([]);
  expect(policyError(refuse(state, { constructor: 'Unknown' }).refused, 'constructor')).toBe(
    'Unknown',
  );
});

it('is dirty with a change or with text in the field, not as it opens', () => {
  expect([opened, emptyEditor, begin(emptyEditor)].map(isDirty)).toEqual([false, false, false]);
  expect([withTyped('x'), enforce(opened, false)].map(isDirty)).toEqual([true, true]);
  expect(isDirty(enforce(begin(emptyEditor), false))).toBe(true);
});
