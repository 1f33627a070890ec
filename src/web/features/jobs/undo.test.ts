import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import type { JobTarget, State } from '#bulk/job.ts';
import { wayBack } from '#bulk/make-change.ts';
import { ApiError } from '#client/errors.ts';
import { lastToUndo, reasonIn, runOne, whyNotUndone } from '#web/features/jobs/undo.ts';
import { changes } from '#web/jobs/changes.ts';
import { makeChange, noTarget } from '#web/jobs/jobs.test.helper.ts';
import type { SingleChange } from '#web/jobs/journal.ts';
import { IS_DELETED, NOTHING_DONE } from '#web/jobs/plan.ts';
import '#web/test/session.ts';

let at = 0;
const change = (parts: Partial<SingleChange>) => makeChange({ at: ++at, ...parts });
const bot = (name: string, active: boolean) => ({ name, active });

it.each([
  ['what was undone', { isUndone: true as const }, 'Undone'],
  ['deletions', { noUndo: IS_DELETED }, IS_DELETED],
  ['not what can be', {}, undefined],
])('why a job cannot be undone: %s', (_what, parts, reason) => {
  const job = {
    jobId: 'j',
    target: 'bot-user' as const,
    label: 'Set 24 bot users inactive',
    at: 1,
  };
  expect(reasonIn([], { ...job, ...parts })).toBe(reason);
});

describe('why a change cannot be undone', () => {
  it.each([
    ['a deletion', { after: null }, null, 'A deletion cannot be undone.'],
    ['what is as it was', {}, bot('a', true), 'Undone'],
    ['what is as it was, renamed since', {}, bot('b', true), 'Undone'],
    ['what is gone', {}, null, 'Deleted since.'],
    ['a creation whose bot user is gone', { before: null }, null, 'Undone'],
    ['another name', { after: bot('b', true) }, bot('c', true), 'Changed since: now named c.'],
    ['another state', { after: bot('b', false) }, bot('b', true), 'Changed since: now active.'],
    ['both', { after: bot('b', false) }, bot('c', true), 'Changed since: now named c and active.'],
    ['not what is as it became', {}, bot('a', false), undefined],
    ['not what was renamed since', {}, bot('b', false), undefined],
    ['not a creation, whatever it is now', { before: null }, bot('b', false), undefined],
  ])('%s', (_what, parts, now, reason) => {
    expect(whyNotUndone(change(parts), now)).toBe(reason);
  });

  it('lets the editor of a route show what it has become', () => {
    const module = (ip_policy_ids: string[]) => ({ enabled: true, ip_policy_ids });
    const of = { target: 'route', before: module(['a']) } as const;
    expect(whyNotUndone(change({ ...of, after: null }), null)).toBeUndefined();
    expect(whyNotUndone(change({ ...of, after: module([]) }), module(['b']))).toBeUndefined();
    expect(whyNotUndone(change({ ...of, after: null }), module(['a']))).toBe('Undone');
  });
});

it('knows by the list what a target has become', () => {
  const off = change({});
  const renamed = change({ before: bot('a', false), after: bot('b', false) });
  const on = change({ before: bot('b', false), after: bot('b', true) });
  expect(reasonIn([renamed, off], off)).toBeUndefined();
  expect(reasonIn([on, renamed, off], off)).toBe('Undone');
  expect(reasonIn([on, renamed, off], renamed)).toBeUndefined();
  expect(reasonIn([change({ id: 'bot_2', after: null }), off], off)).toBeUndefined();
});

it('undoes by Ctrl+Z the newest change of this visit, then the one before, none before a deletion', () => {
  const off = change({});
  const renamed = change({ id: 'bot_2', after: bot('b', true) });
  expect(lastToUndo([renamed, off], 0)).toBe(renamed);
  expect(lastToUndo([renamed, off], renamed.at + 1)).toBeUndefined();
  const back = change({ ...wayBack(renamed, renamed.after), isUndo: true });
  expect(lastToUndo([back, renamed, off], 0)).toBe(off);
  const deleted = change({ after: null });
  expect(lastToUndo([deleted, off], 0)).toBe(deleted);
  const failed = {
    jobId: 'j',
    target: 'route',
    label: 'Put back 0 routes, 2 failed',
    noUndo: NOTHING_DONE,
    at: 9,
  } as const;
  expect(lastToUndo([failed, off], 0)).toBe(off);
});

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

it('records no change for what was so already', async () => {
  const recorded = changes.get();
  const end = await runOne('bot-user', { ...noTarget, read: async () => after }, makeChange(), {});
  expect(end).toMatchObject({ status: 'confirmed', reason: 'Already so.' });
  expect(changes.get()).toBe(recorded);
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
