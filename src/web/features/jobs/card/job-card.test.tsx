// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { fakeItem, fakeJob, finished } from '#web/features/jobs/card/job.test.helper.ts';
import { createTarget } from '#web/features/jobs/plan/plan.test.helper.ts';
import { JobCard } from '#web/features/jobs/card/job-card.tsx';
import type { JobItem, Jobs, JobState, Plan } from '#web/jobs/job.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import * as files from '#web/lib/download.ts';

/** As everybody else sees them. */
const asJobs: Jobs = jobs;

let host: HTMLElement;
let root: Root;

const Address = () => <output>{useLocation().pathname}</output>;
const address = () => host.querySelector('output')?.textContent;

const become = (fields: Partial<JobState>) => act(async () => currentJob.set(fakeJob(fields)));

const show = async (
  fields?: Partial<JobState>,
  items: readonly JobItem[] = [],
  at = '/bot-users',
) => {
  vi.spyOn(asJobs, 'items').mockResolvedValue(items);
  await become(fields ?? {});
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={[at]}>
        <main id="main">
          <h1 tabIndex={-1}>Bot users</h1>
          <JobCard />
          <Address />
        </main>
      </MemoryRouter>,
    ),
  );
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(rateLimiter, 'msFor').mockReturnValue(0);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  currentJob.set(undefined);
  host.remove();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const card = () => host.querySelector('[aria-label="Bulk job"]');
const bar = () => host.querySelector('[role=progressbar]');
const buttons = () => [...host.querySelectorAll('header button')].map((each) => each.textContent);
const button = (name: string) =>
  [...host.querySelectorAll('button')].find((each) => each.textContent === name);
const press = (name: string) => act(async () => button(name)?.click());
const texts = (selector: string) =>
  [...host.querySelectorAll(selector)].map((each) => each.textContent);
const focused = () => document.activeElement?.textContent;

it('shows how far it is', async () => {
  await show();
  expect(card()?.querySelector('h2')?.textContent).toBe('Setting 128 bot users to inactive');
  expect(bar()?.getAttribute('aria-label')).toBe('Bulk job progress');
  expect(bar()?.getAttribute('aria-valuetext')).toBe('82 done, 2 failed, 44 left');
  expect([bar()?.getAttribute('aria-valuenow'), bar()?.getAttribute('aria-valuemax')]).toEqual([
    '84',
    '128',
  ]);
  expect(texts('dl div')).toEqual([
    'Done82',
    'Failed2',
    'Skipped0',
    'Left44',
    'At once4',
    'Time leftabout 50 s',
  ]);
  expect(buttons()).toEqual(['Pause', 'Stop']);
});

it('offers nothing that only the tab with its items could do', async () => {
  await show({ isKept: false, isHere: false });
  expect(buttons()).toEqual(['Pause', 'Stop']);
  await become({ isKept: false, isHere: false, status: 'paused', pausedFor: 'person' });
  expect(buttons()).toEqual([]);
  expect(card()?.textContent).toContain('Go on in the tab that ran it.');
});

it('stands on the list of what it changes', async () => {
  await show({}, [], '/routes');
  expect(card()).toBeNull();
  await become({ target: 'route' });
  expect(card()).not.toBeNull();
});

it.each<[string, Partial<JobState>]>([
  ['Paused', { status: 'paused', pausedFor: 'person' }],
  ['Waiting for the connection', { pausedFor: 'offline' }],
  ['Waiting for you to sign in again', { pausedFor: 'sign-in' }],
  ['Paused: the service refuses everything', { status: 'paused', pausedFor: 'refused' }],
  ['Paused: too many faults in a row', { status: 'paused', pausedFor: 'faults' }],
  ['Runs in another tab', { isHere: false }],
])('says %s', async (text, fields) => {
  await show(fields);
  expect(texts('header > span')).toEqual([text]);
});

it('says what the service has said', async () => {
  await show({ status: 'paused', pausedFor: 'refused', pauseText: 'The account is suspended.' });
  expect(host.querySelector('[role=note]')?.textContent).toContain('The account is suspended.');
});

it('counts down to the next try', async () => {
  vi.useFakeTimers({ now: 1000 });
  await show({ waitingUntil: 13_000 });
  expect(texts('header > span')).toEqual(['Slowed by the service, next try in 12 s']);
  await act(async () => vi.advanceTimersByTime(2000));
  expect(texts('header > span')).toEqual(['Slowed by the service, next try in 10 s']);
  await act(async () => vi.advanceTimersByTime(10_000));
  expect(texts('header > span')).toEqual([]);
});

it('warns where a reload would end it', async () => {
  await show({ isKept: false });
  expect(card()?.textContent).toContain('Progress cannot be kept on this device: do not reload');
});

it('lists what was not done as it comes, the newest first', async () => {
  const problems = [0, 1, 2, 3, 4, 5].map((at) =>
    fakeItem(at, { status: 'failed', reason: 'No answer.', httpStatus: 500 + at }),
  );
  await show({
    problems: [...problems, fakeItem(6, { label: '', status: 'skipped', code: 'GONE' })],
  });
  const list = '[aria-label="Failed so far"] li';
  expect(texts(list)).toHaveLength(5);
  expect(texts(list).slice(0, 2)).toEqual(['(no name) bot_6GONE', 'bot 5No answer.505']);
  expect(card()?.textContent).toContain('2 more in the report.');
});

describe('its buttons', () => {
  it('pause and resume in one place, which keeps the focus', async () => {
    const pause = vi.spyOn(asJobs, 'pause').mockReturnValue();
    const resume = vi.spyOn(asJobs, 'resume').mockReturnValue();
    await show();
    button('Pause')?.focus();
    await press('Pause');
    await become({ status: 'paused', pausedFor: 'person' });
    expect(focused()).toBe('Resume');
    await press('Resume');
    await become({});
    expect(focused()).toBe('Pause');
    expect([pause.mock.calls.length, resume.mock.calls.length]).toEqual([1, 1]);
  });

  it('make room for those of the report, and the heading gets the focus', async () => {
    vi.spyOn(asJobs, 'stop').mockReturnValue();
    await show();
    button('Stop')?.focus();
    await press('Stop');
    expect(jobs.stop).toHaveBeenCalledOnce();
    await become({ status: 'stopped' });
    expect(focused()).toBe('Setting 128 bot users to inactive');
    expect(texts('p')).toContain('Stopped. 82 done, 2 failed, 44 not tried.');
  });

  it('leave the focus alone that is elsewhere', async () => {
    await show();
    host.querySelector('h1')?.focus();
    await become(finished);
    expect(focused()).toBe('Bot users');
  });

  it('of the end: only what there is to do', async () => {
    await show(finished, [fakeItem(0), fakeItem(1, { status: 'failed' })]);
    expect(texts('p')).toContain('126 done, 2 failed.');
    expect(buttons()).toEqual(['Retry failed', 'Download report', 'Undo 1 change', 'Close report']);
  });

  it('of the end, where nothing failed and nothing has a way back', async () => {
    const counts = { ...finished.counts, failed: 0, unsure: 0, confirmed: 128 };
    await show({ ...finished, counts }, [fakeItem(0, { after: null })]);
    expect(buttons()).toEqual(['Download report', 'Close report']);
  });

  it('try the failed ones once more', async () => {
    vi.spyOn(asJobs, 'retryFailed').mockReturnValue();
    await show(finished);
    await press('Retry failed');
    expect(jobs.retryFailed).toHaveBeenCalledOnce();
  });

  it('save the report', async () => {
    const download = vi.spyOn(files, 'download').mockReturnValue();
    await show({ ...finished, startedAt: Date.UTC(2026, 10, 23, 1, 15, 2) }, [fakeItem(0)]);
    await press('Download report');
    expect(download).toHaveBeenCalledWith(
      expect.stringMatching(/^id,name,.*\r\nbot_0,/),
      'job-2026-11-23T01-15-02.csv',
      'text/csv',
    );
  });

  it('open the way back as a plan', async () => {
    const plan = {} as Plan;
    vi.spyOn(asJobs, 'undoPlan').mockResolvedValue(plan);
    vi.spyOn(asJobs, 'setPlan').mockReturnValue();
    await show(finished, [fakeItem(0), fakeItem(1)]);
    await press('Undo 2 changes');
    expect(jobs.setPlan).toHaveBeenCalledWith(plan);
    expect(address()).toBe('/plan');
  });

  it('close the report, and the page has the focus', async () => {
    vi.spyOn(asJobs, 'close').mockImplementation(() => currentJob.set(undefined));
    await show(finished);
    button('Close report')?.focus();
    await press('Close report');
    expect(card()).toBeNull();
    expect(focused()).toBe('Bot users');
  });
});

describe('a roll-out', () => {
  const counts = (confirmed: number, failed = 0) => ({
    ...finished.counts,
    confirmed,
    failed,
    unsure: 0,
    wanted: 28 - confirmed - failed,
  });
  const look = (confirmed: number, failed = 0): Partial<JobState> => ({
    target: 'route',
    total: 28,
    status: 'paused',
    pausedFor: failed > 0 ? 'failures' : 'look',
    rollout: { steps: [1, 5], stopAfter: 1 },
    counts: counts(confirmed, failed),
  });
  const note = () => host.querySelector('[role=note]');

  beforeEach(() => {
    vi.spyOn(asJobs, 'targetOf').mockReturnValue({
      ...createTarget(),
      pathOf: (id) => (id === 'bot_1' ? undefined : `/edges/e/routes/${id}`),
      idText: (id) => `edge ${id}`,
      restores: true,
    });
  });

  it.each<[Partial<JobState>, string, string]>([
    [look(1), 'Look at the first route, then go on.', 'Go on with 5 routes'],
    [look(6), 'Look at these 6 routes, then go on.', 'Go on with the other 22'],
    [look(0, 1), 'Stopped after 1 failure. See why, then go on or stop.', 'Go on with 5 routes'],
    [look(26, 1), 'Stopped after 1 failure. See why', 'Go on with the last one'],
    [
      { ...look(0), counts: { ...counts(0), skipped: 1, wanted: 27 } },
      'Nothing has been changed yet. See why',
      'Go on with 5 routes',
    ],
  ])('stops for a look, and says how it goes on: %j', async (fields, text, name) => {
    const resume = vi.spyOn(asJobs, 'resume').mockReturnValue();
    await show(fields, [], '/routes');
    expect(note()?.textContent).toContain(text);
    // No press on Pause that comes late lets it go on.
    expect(buttons()).toEqual(['Stop']);
    await press(name);
    expect(resume).toHaveBeenCalledOnce();
  });

  it('tries what has stopped it once more', async () => {
    const retry = vi.spyOn(asJobs, 'retryFailed').mockReturnValue();
    await show(look(1, 1), [], '/routes');
    await press('Retry failed');
    expect(retry).toHaveBeenCalledOnce();
    await become(look(6));
    expect(button('Retry failed')).toBeUndefined();
  });

  it('leads to what was done', async () => {
    const items = [fakeItem(0), fakeItem(1), fakeItem(2, { status: 'skipped' }), fakeItem(3)];
    await show(look(3), items, '/routes');
    expect(texts('[aria-label="Done so far"] li')).toEqual(['bot 0', 'bot 1', 'bot 3']);
    const links = [...host.querySelectorAll('[aria-label="Done so far"] a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/edges/e/routes/bot_0',
      '/edges/e/routes/bot_3',
    ]);
  });

  it('gives the focus to the heading when it goes on, and takes it from nowhere else', async () => {
    await show(look(1), [], '/routes');
    button('Go on with 5 routes')?.focus();
    await become({ ...look(1), status: 'running' });
    expect(focused()).toBe('Setting 128 bot users to inactive');
    host.querySelector('h1')?.focus();
    await become(look(6));
    expect(focused()).toBe('Bot users');
  });

  it('puts all back, also what was removed', async () => {
    const done = { ...look(1), ...finished, counts: counts(28) };
    await show(done, [fakeItem(0, { after: null })], '/routes');
    expect(buttons()).toEqual(['Download report', 'Put all back', 'Close report']);
  });

  it('goes on only where its items are', async () => {
    await show({ ...look(1), isKept: false, isHere: false }, [], '/routes');
    expect(button('Go on with 5 routes')).toBeUndefined();
  });
});

describe('the report', () => {
  const open = () =>
    act(async () => {
      const report = host.querySelector('details');
      if (report) report.open = true;
    });
  const rows = () => texts('tbody tr');
  const filter = (name: string) =>
    act(async () => host.querySelector<HTMLElement>(`input[aria-label="${name}"]`)?.click());

  it('has every item, the first hundred first', async () => {
    await show(
      finished,
      Array.from({ length: 130 }, (_, at) => fakeItem(at)),
    );
    expect(rows()).toEqual([]);
    await open();
    expect(rows()).toHaveLength(100);
    expect(rows()[0]).toMatch(/^bot 0− Removed: Active\+ Added: InactiveDone200–op_0\d\d:02:00$/);
    await press('Show more');
    expect(rows()).toHaveLength(130);
    expect(button('Show more')).toBeUndefined();
  });

  it('says what was found in place of what was planned for', async () => {
    const found = { name: 'bot 0', active: true, enabled: true };
    await show({}, [fakeItem(0, { status: 'skipped', reason: 'Changed since the plan.', found })]);
    await open();
    expect(rows()[0]).toContain('SkippedChanged since the plan.Now: enabled: true');
  });

  it('is filtered by result', async () => {
    await show({}, [
      fakeItem(0),
      fakeItem(1, { status: 'failed', reason: 'Name is taken.', code: 'NAME_TAKEN' }),
      fakeItem(2, { status: 'wanted' }),
    ]);
    await open();
    expect(texts('fieldset label')).toEqual(['All3', 'Done1', 'Failed1', 'Left1']);
    await filter('Failed');
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toContain('FailedName is taken.200NAME_TAKEN');
  });
});
