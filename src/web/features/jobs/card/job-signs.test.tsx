// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeItem, fakeJob, finished } from '#web/features/jobs/card/job.test.helper.ts';
import { JobSigns, signOf } from '#web/features/jobs/card/job-signs.tsx';
import type { Jobs, JobState, Plan } from '#web/jobs/job.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { ReceiptProvider } from '#web/ui/feedback/receipt.tsx';

/** As everybody else sees them. */
const asJobs: Jobs = jobs;

const { counts } = fakeJob();
const done = (confirmed: number) =>
  fakeJob({ counts: { ...counts, confirmed, wanted: 122 - confirmed } });

const look = (confirmed: number) => ({
  ...done(confirmed),
  ...(confirmed > 0 && ({ status: 'paused', pausedFor: 'look' } as const)),
});

describe('what is said aloud', () => {
  it.each<[string, JobState | undefined, JobState, string | undefined]>([
    [
      'the start',
      undefined,
      fakeJob({ counts: { ...counts, wanted: 124, confirmed: 0, failed: 0, unsure: 0 } }),
      'Setting 128 bot users to inactive.',
    ],
    [
      'one that goes on after a reload',
      undefined,
      fakeJob(),
      'Setting 128 bot users to inactive: 82 done, 2 failed, 44 left.',
    ],
    ['nothing of one that was over before', undefined, fakeJob(finished), undefined],
    ['nothing of each item', done(40), done(41), undefined],
    ['a quarter', done(61), done(62), '50 %: 62 done, 2 failed, 64 left.'],
    ['a pause', fakeJob(), fakeJob({ status: 'paused', pausedFor: 'person' }), 'Paused.'],
    [
      'why it has paused',
      fakeJob(),
      fakeJob({ pausedFor: 'offline' }),
      'Waiting for the connection.',
    ],
    [
      'that a session has ended',
      fakeJob(),
      fakeJob({ pausedFor: 'sign-in' }),
      'Waiting for you to sign in again.',
    ],
    [
      'that it goes on',
      fakeJob({ status: 'paused' }),
      fakeJob(),
      'Goes on: 82 done, 2 failed, 44 left.',
    ],
    [
      'that it waits for a look',
      look(0),
      look(1),
      'Paused. Look at the first bot user, then go on.',
    ],
    ['the next look', look(1), look(6), 'Paused. Look at these 6 bot users, then go on.'],
    ['the end', fakeJob(), fakeJob(finished), '126 done, 2 failed.'],
    [
      'a stop',
      fakeJob(),
      fakeJob({ status: 'stopped' }),
      'Stopped. 82 done, 2 failed, 44 not tried.',
    ],
    [
      'the next job',
      fakeJob(finished),
      fakeJob({ id: 'job-2' }),
      'Setting 128 bot users to inactive: 82 done, 2 failed, 44 left.',
    ],
  ])('%s', (_what, before, now, said) => expect(signOf(before, now)).toBe(said));

  it('a slow-down, once', () => {
    vi.useFakeTimers({ now: 1000 });
    const slow = fakeJob({ waitingUntil: 13_000 });
    expect(signOf(fakeJob(), slow)).toBe('Slowed by the service, next try in 12 s.');
    expect(signOf(slow, fakeJob({ waitingUntil: 14_000 }))).toBeUndefined();
    vi.useRealTimers();
  });
});

describe('on the page', () => {
  let host: HTMLElement;
  let root: Root;
  const undoPlan = {} as Plan;

  const Address = () => <output>{useLocation().pathname}</output>;
  const address = () => host.querySelector('output')?.textContent;

  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.spyOn(asJobs, 'undoPlan').mockResolvedValue(undoPlan);
    vi.spyOn(asJobs, 'setPlan').mockReturnValue();
    host = document.body.appendChild(document.createElement('div'));
    root = createRoot(host);
    currentJob.set(fakeJob());
    await act(async () =>
      root.render(
        <MemoryRouter initialEntries={['/routes']}>
          <ReceiptProvider>
            <JobSigns />
            <Address />
          </ReceiptProvider>
        </MemoryRouter>,
      ),
    );
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    currentJob.set(undefined);
    host.remove();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const become = (fields: Partial<JobState>) => act(async () => currentJob.set(fakeJob(fields)));
  const receipt = () => host.querySelector('[role=status]')?.textContent;
  const undo = () =>
    [...host.querySelectorAll('button')].find((each) => each.textContent === 'Undo');
  const asksBeforeLeaving = () =>
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('the end has a receipt, whose Undo opens the way back as a plan', async () => {
    vi.spyOn(asJobs, 'items').mockResolvedValue([fakeItem(0)]);
    await become(finished);
    expect(receipt()).toContain('126 done, 2 failed.');
    await act(async () => undo()?.click());
    expect(jobs.undoPlan).toHaveBeenCalledWith('job-1');
    expect(jobs.setPlan).toHaveBeenCalledWith(undoPlan);
    expect(address()).toBe('/plan');
  });

  it('deletions have no way back', async () => {
    vi.spyOn(asJobs, 'items').mockResolvedValue([fakeItem(0, { after: null })]);
    await become(finished);
    expect(receipt()).toContain('126 done, 2 failed.');
    expect(undo()).toBeUndefined();
  });

  it('the receipt stands where the job ran', async () => {
    await become({ isHere: false });
    await become({ ...finished, isHere: false });
    expect(receipt()).toBe('');
  });

  it('leaving is asked about only where it would end the job', async () => {
    expect(asksBeforeLeaving()).toBe(false);
    await become({ isKept: false });
    expect(asksBeforeLeaving()).toBe(true);
    await become({ isKept: false, isHere: false });
    expect(asksBeforeLeaving()).toBe(false);
  });
});
