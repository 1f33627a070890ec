import { expect, it, vi } from 'vitest';
import type { JobTarget } from '#bulk/job.ts';
import { makeChange, noTarget } from '#web/jobs/jobs.test.helper.ts';
import { runOne } from '#web/jobs/run-one.ts';

vi.mock('#web/jobs/changes.ts', () => ({ changes: { record: () => {} } }));

it('sends an Undo also where it seems done: a read may be behind the change that it takes back', async () => {
  const { before, after, ...change } = makeChange();
  const write = vi.fn<JobTarget['write']>(async ({ id, after: state }) => ({ id, state }));
  const target = { ...noTarget, read: async () => before, write };
  const back = { ...change, before: after, after: before, isUndo: true };
  expect(await runOne('bot-user', target, back, {})).toMatchObject({ status: 'confirmed' });
  expect(write).toHaveBeenCalledOnce();
});
