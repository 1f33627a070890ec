import { expect, it } from 'vitest';
import type { State } from '#bulk/job.ts';
import { partsOf } from '#web/features/jobs/texts.ts';

const on = { name: 'a', active: true };

it.each<[string, State, State | null, string[]]>([
  ['a switch', on, { name: 'a', active: false }, ['*Active']],
  ['a rename', on, { name: 'b', active: true }, ['*a']],
  ['a deletion', on, null, ['*Active']],
  ['no change', on, on, ['Active']],
  ['another kind of target', { enabled: true }, null, ['*enabled: true']],
])('says what differs, and the name only where it does: %s', (_what, state, other, expected) => {
  const parts = partsOf({}, 'a', state, other);
  expect(parts.map(({ text, differs }) => (differs ? `*${text}` : text))).toEqual(expected);
});
