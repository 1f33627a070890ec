import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { JobState } from '#bulk/job.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { JobBar } from '#web/features/jobs/job-bar.tsx';
import { JobReport } from '#web/features/jobs/job-report.tsx';
import { spokenText } from '#web/features/jobs/texts.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { makeItem, RUNNING as running } from '#web/jobs/jobs.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { renderPage } from '#web/test/render.tsx';
import { notify, outcome } from '#web/ui/notify.ts';

const PAUSED = { status: 'paused' } as const;
const REFUSED = { ...PAUSED, pausedFor: 'refused', pauseText: 'No.' } as const;
const ACTS = ['Pause', 'Stop', 'Report'];
const RESUME = ['Resume', 'Stop', 'Report'];

it.each<[text: string, acts: string[], fields: Partial<JobState>]>([
  ['1 failed', ACTS, {}],
  ['Runs in another tab', ACTS, { isHere: false }],
  ['Progress cannot be kept on this device: do not reload.', ACTS, { isKept: false }],
  ['Waiting for you to sign in again', ACTS, { pausedFor: 'sign-in' }],
  ['Waiting for the connection', ACTS, { pausedFor: 'offline' }],
  ['Paused', RESUME, PAUSED],
  ['Paused', RESUME, { ...PAUSED, isHere: false }],
  ['Stopping', ['Stop', 'Report'], { ...PAUSED, pausedFor: 'stop' }],
  ['Slowed by the service, next try in 12 s', ACTS, { wait: { for: 'limit', ms: 12_000 } }],
  ['Interrupted, next try in 1 s', ACTS, { wait: { for: 'fault', ms: 800 } }],
  ['Paused: the service refuses everything. No.', RESUME, REFUSED],
  ['Go on in the tab that ran it.', [], { ...PAUSED, isHere: false, isKept: false }],
])('says what it waits for, and what can be done: %s', (text, acts, fields) => {
  renderPage(<JobBar job={{ ...running, ...fields }} />);
  expect(screen.getByRole('region', { name: 'Bulk job' }).textContent).toContain('8 of 24');
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(acts);
});

it('says when there is room in the limit again', () => {
  vi.spyOn(rateLimiter, 'msFor').mockReturnValue(48_000);
  renderPage(<JobBar job={running} />);
  expect(screen.getByText('Slowed by the service, next try in 48 s')).toBeDefined();
});

it.each([
  ['pause', 'Pause', running],
  ['resume', 'Resume', { ...running, ...PAUSED }],
] as const)('does by its first button: %s', async (method, name, job) => {
  const called = vi.spyOn(jobs, method).mockReturnValue(undefined);
  const { user } = renderPage(<JobBar job={job} />);
  await user.click(screen.getByRole('button', { name }));
  expect(called).toHaveBeenCalledTimes(1);
});

const Bar = () => {
  const job = currentJob.use();
  return job && <JobBar job={job} />;
};

it('gives the focus on when what was pressed goes', async () => {
  vi.spyOn(jobs, 'resume').mockReturnValue(undefined);
  currentJob.set({ ...running, ...PAUSED, pausedFor: 'look' });
  const { user } = renderPage(
    <>
      <main id="main" />
      <Bar />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Go on with the other 16' }));
  act(() => currentJob.set(running));
  const bar = screen.getByRole('region', { name: 'Bulk job' });
  await waitFor(() => expect(bar.contains(document.activeElement)).toBe(true));
  act(() => currentJob.set({ ...running, status: 'stopped' }));
  expect(document.activeElement?.id).toBe('main');
});

it('tells the end of a job in each tab that has seen it run, and once', async () => {
  vi.spyOn(jobs, 'items').mockResolvedValue([]);
  const told = () => outcome.get()?.text;
  const stopped = { ...running, status: 'stopped', isHere: false } as const;
  currentJob.set(stopped);
  renderPage(<Bar />);
  await act(async () => {});
  expect(told()).toBeUndefined();
  act(() => currentJob.set({ ...running, isHere: false }));
  act(() => currentJob.set(stopped));
  await waitFor(() => expect(told()).toMatch(/^Stopped: /));
  act(() => notify(undefined));
  act(() => currentJob.set({ ...stopped }));
  await act(async () => {});
  expect(told()).toBeUndefined();
});

it('says why a job pauses that is first seen while it does', () => {
  const said = spokenText(undefined, { ...running, ...PAUSED, pausedFor: 'look' });
  expect(said).toMatch(/, 16 left\. Paused\. Look at these 7 bot users, then go on\.$/);
});

it('keeps the focus in the report when what failed is tried again', async () => {
  vi.spyOn(jobs, 'items').mockResolvedValue([makeItem(0, { status: 'failed' })]);
  vi.spyOn(jobs, 'retryFailed').mockImplementation(() => currentJob.set(running));
  const finished = { ...running, status: 'finished' } as const;
  act(() => currentJob.set(finished));
  const { user } = renderPage(<JobReport of={finished} onClose={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Retry failed' }));
  expect(screen.queryByRole('button', { name: 'Retry failed' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Download report');
  act(() => currentJob.set(undefined));
});

it('a report shows a hundred items, and more by a press, which leaves the focus at them', async () => {
  const items = Array.from({ length: 150 }, (_, at) => makeItem(at, { endedAt: 1e9 }));
  vi.spyOn(jobs, 'items').mockResolvedValue(items);
  const { user } = renderPage(<JobReport of={running} onClose={() => {}} />);
  const more = await screen.findByRole('button', { name: 'Show 50 more' });
  // Of another day its time has the date.
  expect(screen.getAllByText(/^12 Jan 1970, /)).toHaveLength(100);
  expect(screen.getAllByRole('rowheader')).toHaveLength(100);
  await user.click(more);
  expect(screen.getAllByRole('rowheader')).toHaveLength(150);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Items' }));
});

const onClose = vi.fn<() => void>();

it('a report does not stay over the page that a link or an Undo leads to', async () => {
  onClose.mockClear();
  vi.spyOn(jobs, 'items').mockResolvedValue([makeItem(0)]);
  const { router } = renderPage(<JobReport of={running} onClose={onClose} />);
  await act(() => router.navigate('/elsewhere'));
  expect(onClose).toHaveBeenCalledOnce();
});

it.each([
  ['are not kept', async () => []],
  ['cannot be read', () => Promise.reject(new Error('The browser refuses it.'))],
])('a report claims nothing of a job whose items %s, and stays open', async (_, read) => {
  onClose.mockClear();
  vi.spyOn(jobs, 'items').mockImplementation(read);
  renderPage(<JobReport of={running} onClose={onClose} />);
  await screen.findByText('What became of each is not kept on this device.');
  expect(screen.queryByText(/0 done/)).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});
