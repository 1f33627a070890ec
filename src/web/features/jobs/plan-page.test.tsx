import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PlanPage } from '#web/features/jobs/plan-page.tsx';
import { reading } from '#web/features/jobs/undo-job.ts';
import { planInactive } from '#web/jobs/jobs.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { renderPage } from '#web/test/render.tsx';
import { AnnounceRegion } from '#web/ui/announcer.tsx';

const lists = { 'bot-user': { to: '/bot-users' }, route: { to: '/routes' } };

it('says that the way back of a job is read, and what its plan is, and not each read', async () => {
  act(() => reading.set({ read: 1, all: 2 }));
  renderPage(<PlanPage lists={lists} />);
  const said = render(<AnnounceRegion />).container;
  await screen.findByText('Reading the present state', { selector: '[aria-live] *' });
  expect(screen.queryByRole('status')).toBeNull();
  await act(async () => {
    jobs.setPlan(planInactive(new Map([['bot_1', { name: 'a', active: true }]])));
    reading.set(undefined);
  });
  await screen.findByText('Plan: set 1 bot users inactive', { selector: '[aria-live] *' });
  expect(said.textContent).toBe('Plan: set 1 bot users inactive');
  act(() => jobs.setPlan(undefined));
});
