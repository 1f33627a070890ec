import { expect, it, vi } from 'vitest';
import type { JobTarget, State } from '#bulk/job.ts';
import { ApiError } from '#client/errors.ts';
import { makeChange, noTarget } from '#web/jobs/jobs.test.helper.ts';
import { runOne } from '#web/jobs/run-one.ts';
import '#web/test/session.ts';

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

const refused = () => Promise.reject(new ApiError('', { kind: 'status', status: 409, fields: {} }));
const lost = () => Promise.reject(new ApiError('', { kind: 'network' }));
const read = async () => before;
it.each<[string, Partial<JobTarget>, string]>([
  ['the read before it got no response', { read: lost }, 'failed'],
  ['it was refused', { read, write: refused }, 'failed'],
  ['it got no response', { read, write: lost }, 'unsure'],
])('says what is known of a change where %s', async (_, of, status) => {
  expect(await runOne('bot-user', { ...noTarget, ...of }, makeChange(), {})).toMatchObject({
    status,
  });
});
