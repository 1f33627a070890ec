import { expect, it } from 'vitest';
import type { JobState, State } from '#bulk/job.ts';
import { partsOf, spokenText } from '#web/features/jobs/texts.ts';

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

it('says why a job pauses that is first seen while it does', () => {
  const job: JobState = {
    id: '1-1',
    target: 'route',
    heading: 'turn the IP restriction off for 4 routes',
    plannedAt: 0,
    startedAt: 0,
    elapsedMs: 0,
    status: 'paused',
    pausedFor: 'look',
    total: 4,
    counts: { wanted: 3, sent: 0, confirmed: 1, failed: 0, unsure: 0, skipped: 0 },
    isHere: true,
    isKept: true,
  };
  expect(spokenText(undefined, job)).toBe(
    'Turning the IP restriction off for 4 routes: 1 done, 0 failed, 3 left. Paused. Look at the first route, then go on.',
  );
});
