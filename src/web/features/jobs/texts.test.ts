import { expect, it } from 'vitest';
import type { JobState, State } from '#bulk/job.ts';
import { goOnText, lookText, partsOf, spokenText } from '#web/features/jobs/texts.ts';

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

it('says why nothing is sent for now, once, and what a person is to do where a roll-out stops', () => {
  const counts = { wanted: 1, sent: 0, confirmed: 4, failed: 0, unsure: 0, skipped: 1 };
  const job = { id: 'j', target: 'bot-user', status: 'running', counts, total: 6 } as JobState;
  const slowed: JobState = { ...job, wait: { for: 'limit', ms: 12_000 } };
  expect(spokenText(job, slowed)).toBe('Slowed by the service, next try in 12 s.');
  expect(spokenText(slowed, slowed)).toBeUndefined();
  const stopped: JobState = { ...job, status: 'paused', pausedFor: 'look' };
  expect(lookText(stopped)).toBe('Look at these 4 bot users, then go on.');
  expect(goOnText(stopped)).toBe('Go on with the last one');
  const none = { ...stopped, counts: { ...counts, confirmed: 0, skipped: 5 } };
  expect(lookText(none)).toBe('Nothing has been changed yet. See why, then go on or stop.');
});
