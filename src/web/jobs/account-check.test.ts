import { expect, it } from 'vitest';
import type { Change, JobItem, State } from '#bulk/job.ts';
import { findDoubt } from '#web/jobs/account-check.ts';
import { makeItem, noTarget } from '#web/jobs/jobs.test.helper.ts';

const { signal } = new AbortController();
const done = (at: number, fields: Partial<JobItem> = {}) =>
  makeItem(at, { status: 'confirmed', ...fields });

it.each<[string, Change[], string]>([
  ['the one that was changed last', [done(0), done(1), makeItem(2)], 'bot_1'],
  ['none that was deleted', [done(0), done(1, { after: null })], 'bot_0'],
  ['one that is still to be changed', [done(0, { status: 'failed' }), makeItem(1)], 'bot_1'],
  ['none that is still to be created', [makeItem(0, { before: null }), makeItem(1)], 'bot_1'],
])('looks for %s', async (_, changes, expected) => {
  const asked: string[] = [];
  const read = async (id: string) => (asked.push(id), {});
  expect(await findDoubt(changes, { ...noTarget, read }, signal)).toBeUndefined();
  expect(asked).toEqual([expected]);
});

it('doubts where it knows nothing that could be looked for, or could not look', async () => {
  const read = () => Promise.reject(new Error('no way'));
  const doubt = (before: State | null) =>
    findDoubt([makeItem(0, { before })], { ...noTarget, read }, signal);
  expect(await doubt(null)).toMatch(/^This key may be of another account\. Go on/);
  expect(await doubt({})).toContain('Not checked: ');
});
