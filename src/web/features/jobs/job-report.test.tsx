import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { JobItem, JobState } from '#bulk/job.ts';
import { JobReport } from '#web/features/jobs/job-report.tsx';
import { currentJob } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { renderPage } from '#web/test/render.tsx';

const job: JobState = {
  id: '1-1',
  target: 'bot-user',
  heading: 'set 1 bot user inactive',
  plannedAt: 0,
  startedAt: 0,
  elapsedMs: 0,
  status: 'finished',
  total: 1,
  counts: { wanted: 0, sent: 0, confirmed: 0, failed: 1, unsure: 0, skipped: 0 },
  isHere: true,
  isKept: true,
};
const state = { name: 'a', active: true };
const item: JobItem = {
  at: 0,
  id: 'bot_1',
  label: 'a',
  before: state,
  after: { ...state, active: false },
  status: 'failed',
};

it('keeps the focus when what failed is tried again', async () => {
  vi.spyOn(jobs, 'items').mockResolvedValue([item]);
  vi.spyOn(jobs, 'retryFailed').mockImplementation(() =>
    currentJob.set({ ...job, status: 'running' }),
  );
  act(() => currentJob.set(job));
  const { user } = renderPage(<JobReport of={job} onClose={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Retry failed' }));
  expect(screen.queryByRole('button', { name: 'Retry failed' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Download report' }));
  act(() => currentJob.set(undefined));
});
