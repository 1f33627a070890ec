import { expect, it } from 'vitest';
import type { JobItem } from '#web/jobs/job.ts';
import { doneText, undoPlan } from '#web/jobs/to-plan.ts';

const item = (at: number, end: Partial<JobItem>): JobItem => ({
  at,
  id: `bot_${at}`,
  label: `bot ${at}`,
  before: { name: 'old', active: true },
  after: { name: 'new', active: true },
  status: 'confirmed',
  ...end,
});
const target = { kindOf: () => 'rename' as const };

it('is the way back of what was done, the last first, and of no deletion', () => {
  const done = [item(0, {}), item(1, { status: 'failed' }), item(2, { after: null }), item(3, {})];
  const { heading, lines } = undoPlan('bot-user', target, done, 9);
  expect(heading).toBe('rename 2 bot users');
  expect(lines.map(({ id }) => id)).toEqual(['bot_3', 'bot_0']);
  expect(lines[0]).toMatchObject({ before: { name: 'new' }, after: { name: 'old' } });
});

it('is as old as what it knows, so that what others did since is looked for', () => {
  const done = [item(0, { endedAt: 7 }), item(1, { endedAt: 5 }), item(2, { endedAt: 6 })];
  expect(undoPlan('bot-user', target, done, 9).plannedAt).toBe(5);
  expect(undoPlan('bot-user', target, [item(0, {})], 9).plannedAt).toBe(9);
});

it.each([
  ['set 1,200 bot users inactive', 'Set 1 bot user inactive'],
  ['rename 12 bot users', 'Renamed 1 bot user'],
  ['delete 1 bot user', 'Deleted 1 bot user'],
])('tells what a job that was to %s has done', (heading, text) => {
  expect(doneText({ heading, target: 'bot-user' }, 1)).toBe(text);
});
