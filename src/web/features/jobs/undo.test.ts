import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { wayBack } from '#bulk/make-change.ts';
import {
  lastToUndo,
  openUndo,
  undoReading,
  reasonIn,
  whyNotUndone,
} from '#web/features/jobs/undo.ts';
import type { SingleChange } from '#web/jobs/changes.ts';
import { makeChange } from '#web/jobs/jobs.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import '#web/test/session.ts';
import { notify, outcome } from '#web/ui/notify.ts';

// It is said on a page, which there is none of here.
vi.mock('#web/ui/announcer.tsx', () => ({ announce() {} }));

let at = 0;
const change = (parts: Partial<SingleChange>) => makeChange({ at: ++at, ...parts });
const bot = (name: string, active: boolean) => ({ name, active });

it.each([
  ['what was undone', { isUndone: true as const }, 'Undone'],
  ['deletions', { label: 'Deleted 24 bot users' }, 'A deletion cannot be undone.'],
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
});

const planOf = (heading: string) => {
  return { target: 'bot-user' as const, heading, lines: [], plannedAt: 1, undoes: heading };
};

/** Asks for the way back of a job. @returns lets its reading end */
async function begin(id: string, leadsTo: string = paths.plan) {
  const undoPlan = vi.spyOn(jobs, 'undoPlan');
  const read = new Promise<() => void>((resolve) =>
    undoPlan.mockImplementationOnce(() => new Promise((end) => resolve(() => end(planOf(id))))),
  );
  const opened = openUndo(
    { id, target: 'bot-user' },
    async () => void (location.pathname = leadsTo),
  );
  const end = await read;
  return () => (end(), opened);
}

it('opens the way back that was asked for last; a plan is open till then', async () => {
  jobs.setPlan(planOf('before'));
  const endFirst = await begin('first');
  undoReading.set(undefined); // it is cancelled
  const endLast = await begin('last');
  await endFirst();
  expect(jobs.plan()?.heading).toBe('before');
  expect(undoReading.get()).toBeDefined();
  await endLast();
  expect(jobs.plan()?.heading).toBe('last');
  expect(undoReading.get()).toBeUndefined();
});

it('says that a way back could not be read, and not to whoever has cancelled it', async () => {
  const undoPlan = vi.spyOn(jobs, 'undoPlan');
  const isSaid = async () => {
    notify(undefined);
    await openUndo({ id: 'j', target: 'bot-user' }, async () => {});
    return outcome.get()?.text === 'The way back could not be read.';
  };
  undoPlan.mockRejectedValueOnce(new Error('There was no room for its items.'));
  expect(await isSaid()).toBe(true);
  expect(undoReading.get()).toBeUndefined();
  undoPlan.mockImplementationOnce(async (_of, onRead) => {
    undoReading.set(undefined);
    onRead?.(1, 2);
    return planOf('cancelled');
  });
  expect(await isSaid()).toBe(false);
});

it('opens nothing in the next session', async () => {
  jobs.setPlan(undefined);
  const end = await begin('before');
  session.end('signed-out');
  await end();
  expect(jobs.plan()).toBeUndefined();
});

it('leaves the open plan to whoever keeps editing in place of leaving the page', async () => {
  jobs.setPlan(planOf('before'));
  const end = await begin('back', paths.botUserNew);
  await end();
  expect(jobs.plan()?.heading).toBe('before');
  expect(undoReading.get()).toBeUndefined();
});

it('reads no further once its page was left, and says nothing of it', async () => {
  const undoPlan = vi.spyOn(jobs, 'undoPlan').mockImplementationOnce(async (_of, onRead) => {
    onRead?.(1, 3);
    location.pathname = paths.botUsers;
    onRead?.(2, 3);
    return planOf('all were read');
  });
  const leads = async () => void (location.pathname = paths.plan);
  await openUndo({ id: 'job', target: 'bot-user' }, leads);
  await expect(undoPlan.mock.results[0]?.value).rejects.toThrow('Stopped');
  expect(outcome.get()).toBeUndefined();
  expect(undoReading.get()).toBeUndefined();
});
