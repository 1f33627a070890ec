import { expect, it } from 'vitest';
import type { JobState, State } from '#bulk/job.ts';
import { endText, goOnText, lookText, partsOf, spokenText } from '#web/features/jobs/texts.ts';

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
  const counted = (confirmed: number) => ({ ...job, counts: { ...counts, confirmed }, total: 8 });
  expect(spokenText(counted(3), counted(5))).toBe('75 %: 5 done, 0 failed, 1 skipped, 1 left.');
  // A notification follows at once.
  expect(spokenText(counted(5), counted(7))).toBeUndefined();
  const stopped: JobState = { ...job, status: 'paused', pausedFor: 'look' };
  expect(lookText(stopped)).toBe('Look at these 4 bot users, then go on.');
  expect(goOnText(stopped)).toBe('Go on with the last one');
  const none = { ...stopped, counts: { ...counts, confirmed: 0, skipped: 5 } };
  expect(lookText(none)).toBe('Nothing has been changed yet. See why, then go on or stop.');
});

it('says at the end what was done, and what was not tried', () => {
  const counts = { wanted: 12, sent: 0, confirmed: 12, failed: 1, unsure: 0, skipped: 1 };
  const heading = 'set 26 bot users inactive';
  const job = { heading, target: 'bot-user', status: 'stopped', counts, total: 26 } as JobState;
  expect(endText(job)).toBe('Stopped: 12 set inactive, 1 failed, 1 skipped, 12 not tried.');
  const whole = { ...counts, wanted: 0, failed: 0, skipped: 0 };
  expect(endText({ ...job, status: 'finished', counts: whole })).toBe('12 set inactive.');
});
