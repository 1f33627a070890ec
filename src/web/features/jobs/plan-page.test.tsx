import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { JobTarget } from '#bulk/job.ts';
import { PlanPage } from '#web/features/jobs/plan-page.tsx';
import { PlanTable } from '#web/features/jobs/plan-table.tsx';
import { createTarget, plan } from '#web/features/jobs/plan.test.helper.ts';
import { openUndo, undoReading } from '#web/features/jobs/undo.ts';
import { planInactive } from '#web/jobs/jobs.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { renderPage } from '#web/test/render.tsx';
import { AnnounceRegion } from '#web/ui/announcer.tsx';

const lists = { 'bot-user': { to: '/bot-users' }, route: { to: '/routes' } };

it('says that the way back of a job is read, and what its plan is, and not each read', async () => {
  act(() => undoReading.set({ read: 1, all: 2 }));
  renderPage(<PlanPage lists={lists} />);
  const said = render(<AnnounceRegion />).container;
  await screen.findByText('Reading the present state', { selector: '[aria-live] *' });
  expect(screen.queryByRole('status')).toBeNull();
  act(() => undoReading.set({ read: 2, all: 2 }));
  expect(said.textContent).toBe('Reading the present state');
  vi.spyOn(jobs, 'undoPlan').mockResolvedValue({ ...planInactive(new Map()), undoes: 'job' });
  const navigate = async () => history.pushState(null, '', paths.plan);
  await act(() => openUndo({ id: 'job', target: 'bot-user' }, navigate));
  await screen.findByText('Plan: set 0 bot users inactive', { selector: '[aria-live] *' });
  expect(said.textContent).toBe('Plan: set 0 bot users inactive');
  act(() => jobs.setPlan(undefined));
});

it('counts the lines that its filter leaves', async () => {
  const one = { ...plan, lines: plan.lines.slice(0, 1) };
  const { user } = renderPage(<PlanTable plan={one} target={createTarget()} />);
  await user.type(screen.getByRole('searchbox', { name: 'Filter lines' }), 'us');
  expect(screen.getByText(/^0 of 1 line shown\./)).toBeTruthy();
});

it('leads back to where the way back was asked for when its reading is cancelled', async () => {
  act(() => undoReading.set({ read: 1, all: 2 }));
  const { user, router } = renderPage(<PlanPage lists={lists} />, {
    path: paths.plan,
    at: '/bot-users',
    routes: [{ path: '/bot-users', element: <p>The list</p> }],
  });
  await act(() => router.navigate(paths.plan));
  screen.getByText('1 of 2');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('The list');
  expect(undoReading.get()).toBeUndefined();
});

it('finds lines by a text, and leaves one out, in the open plan as well', async () => {
  const { user } = renderPage(<PlanPage lists={lists} />);
  const target = createTarget();
  await act(() => jobs.connect({ 'bot-user': target, route: target }, session.signal()));
  act(() => jobs.setPlan(plan));
  expect(screen.getAllByRole('rowheader')).toHaveLength(4);
  await user.type(screen.getByRole('searchbox', { name: 'Filter lines' }), 'us-renamed');
  await user.click(screen.getByRole('checkbox', { name: 'Include us' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toMatch(/^1 of 4 lines shown\. .* 1 left out\.$/);
  screen.getByRole('heading', { name: 'Plan: change 2 bot users' });
  screen.getByText(/^At most 3 requests\. States read /);
  expect(jobs.plan()?.out).toEqual(new Set([1]));
  act(() => jobs.setPlan(undefined));
});

it('counts what is protected neither in its heading nor below it, and looks for it once', async () => {
  const rows = new Map(['a', 'b'].map((name) => [name, { name, active: true }]));
  const refusal = vi.fn<JobTarget['refusal']>(({ id }) => (id === 'b' ? 'Protected' : undefined));
  vi.spyOn(jobs, 'targetOf').mockReturnValue({ ...createTarget(), refusal });
  act(() => jobs.setPlan(planInactive(rows)));
  const { user } = renderPage(<PlanPage lists={lists} />);
  expect(screen.getByRole('heading').textContent).toBe('Plan: set 1 bot user inactive');
  expect(screen.getByText(/^This sets/).textContent).toContain('sets 1 bot user inactive.');
  const looks = refusal.mock.calls.length;
  await user.click(screen.getByRole('checkbox', { name: 'Include a' }));
  expect(screen.getByRole('heading').textContent).toBe('Plan: change 0 bot users');
  expect(refusal).toHaveBeenCalledTimes(looks);
  act(() => jobs.setPlan(undefined));
});
