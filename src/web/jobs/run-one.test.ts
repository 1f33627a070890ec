import { expect, it, vi } from 'vitest';
import type { JobTarget, State } from '#bulk/job.ts';
import { makeChange, noTarget } from '#web/jobs/jobs.test.helper.ts';
import { runOne } from '#web/jobs/run-one.ts';

vi.mock('#web/jobs/changes.ts', () => ({ changes: { record: () => {} } }));

const { before, after } = makeChange();
it.each<[string, State | null]>([
  ['a switch', before],
  ['a creation', null],
])('sends the Undo of %s also where it seems done: a read may be behind', async (_, then) => {
  const write = vi.fn<JobTarget['write']>(async ({ id, after: state }) => ({ id, state }));
  const back = { ...makeChange(), before: after, after: then, isUndo: true };
  const target = { ...noTarget, read: async () => then, write };
  expect(await runOne('bot-user', target, back, {})).toMatchObject({ status: 'confirmed' });
  expect(write).toHaveBeenCalledOnce();
});
