import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { JobTarget, Plan } from '#bulk/job.ts';
import { access } from '#web/api/access.ts';
import { PlanPage } from '#web/features/jobs/plan-page.tsx';
import { PlanTable } from '#web/features/jobs/plan-table.tsx';
import { createTarget, plan } from '#web/features/jobs/plan.test.helper.ts';
import { openUndo } from '#web/features/jobs/undo.ts';
import { openPlan } from '#web/jobs/current-job.ts';
import { planInactive } from '#web/jobs/jobs.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { closeTab, renderPage } from '#web/test/render.tsx';
import { outcome } from '#web/ui/notify.ts';

const lists = { 'bot-user': { to: '/bot-users' }, route: { to: '/routes' } };

afterEach(() => act(() => openPlan.set(undefined)));

/** The page of the plan, to which somebody is led for the way back of a job. */
async function openUndoPage(announces = false) {
  const undoPlan = vi.spyOn(jobs, 'undoPlan');
  const reading = new Promise<Reading>((resolve) =>
    undoPlan.mockImplementation(
      (_of, until, onRead) =>
        new Promise((end, fail) => resolve({ until, onRead: onRead ?? (() => {}), end, fail })),
    ),
  );
  const page = renderPage(<PlanPage lists={lists} />, {
    path: paths.plan,
    at: '/bot-users',
    routes: [{ path: '/bot-users', element: <p>The list</p> }],
    announces,
  });
  act(() => openUndo({ id: 'job', target: 'bot-user' }, page.router.navigate));
  return { ...page, ...(await reading) };
}
type Reading = {
  until: AbortSignal;
  onRead: (read: number, all: number) => void;
  end: (plan: Plan & { undoes: string }) => void;
  fail: (error: Error) => void;
};
const back = { ...planInactive(new Map()), undoes: 'job' };

it('says that the way back of a job is read, and what its plan is, and not each read', async () => {
  const { onRead, end, router, container } = await openUndoPage(true);
  const said = container.querySelector(':scope > [aria-live]');
  await screen.findByText('Reading the present state', { selector: '[aria-live] *' });
  act(() => onRead(1, 2));
  screen.getByText('1 of 2');
  expect(screen.queryByRole('status')).toBeNull();
  expect(said?.textContent).toBe('Reading the present state');
  await act(async () => end(back));
  await screen.findByRole('heading', { name: 'Plan: change 0 bot users' });
  expect(said?.textContent).toBe('Plan: change 0 bot users');
  await act(() => router.navigate(-1));
  screen.getByText('The list');
});

it('keeps the open plan, and reads no further, when the reading is cancelled', async () => {
  const open = { ...back, plannedAt: 1 };
  act(() => openPlan.set(open));
  const { user, until, fail } = await openUndoPage();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('The list');
  expect(until.aborted).toBe(true);
  await act(async () => fail(new Error('Stopped')));
  expect([openPlan.get(), outcome.get()]).toEqual([open, undefined]);
});

it('says that a way back could not be read', async () => {
  const { fail } = await openUndoPage();
  await act(async () => fail(new Error('There was no room for its items.')));
  expect(outcome.get()?.text).toBe('The way back could not be read.');
  expect(screen.queryByText('Reading the present state')).toBeNull();
});

it('counts the lines that its filter leaves', async () => {
  const one = { ...plan, lines: plan.lines.slice(0, 1) };
  const { user } = renderPage(<PlanTable plan={one} target={createTarget()} />);
  await user.type(screen.getByRole('searchbox', { name: 'Filter lines' }), 'us');
  expect(screen.getByRole('status').textContent).toBe('0 of 1 line shown.');
});

it('finds lines by a text, and leaves one out, in the open plan as well', async () => {
  const { user } = renderPage(<PlanPage lists={lists} />);
  const target = createTarget();
  await act(() => jobs.connect({ 'bot-user': target, route: target }, session.signal()));
  act(() => openPlan.set(plan));
  expect(screen.getAllByRole('rowheader')).toHaveLength(4);
  await user.type(screen.getByRole('searchbox', { name: 'Filter lines' }), 'us-renamed');
  await user.click(screen.getByRole('checkbox', { name: 'Include us' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toBe(
    '1 of 4 lines shown. Rename: 1, Set inactive: 1, Delete: 1, No change: 1. 1 left out.',
  );
  screen.getByRole('heading', { name: 'Plan: change 2 bot users' });
  screen.getByText(/^At most 3 requests\. States read /);
  expect(openPlan.get()?.out).toEqual(new Set([1]));
  // What is derived from the lines, as their labels, is not derived again.
  expect(openPlan.get()?.lines).toBe(plan.lines);
  // A reload would end it.
  expect(closeTab()).toBe(true);
  act(() => openPlan.set(undefined));
  expect(closeTab()).toBe(false);
});

it('counts what is protected neither in its heading nor below it, and looks for it once', async () => {
  const rows = new Map(['a', 'b'].map((name) => [name, { name, active: true }]));
  let isKnown = false;
  const refusal = vi.fn<JobTarget['refusal']>(({ id }) =>
    isKnown && id === 'b' ? 'Protected' : undefined,
  );
  const target = { ...createTarget(), refusal };
  const { user } = renderPage(<PlanPage lists={lists} />);
  act(() => openPlan.set(planInactive(rows)));
  // It may have been opened before anything is known of that.
  await act(() => jobs.connect({ 'bot-user': target, route: target }, session.signal()));
  screen.getByText(/^2 requests\. States read /);
  isKnown = true;
  const protection = { protected_bot_users: ['b'], protected_routes: [] };
  act(() => access.set({ ...access.get(), protection }));
  screen.getByText('Protected');
  screen.getByText(/^1 request\. States read /);
  expect(screen.getByRole('heading').textContent).toBe('Plan: set 1 bot user inactive');
  expect(screen.getByText(/^This sets/).textContent).toContain('sets 1 bot user inactive.');
  const looks = refusal.mock.calls.length;
  await user.click(screen.getByRole('checkbox', { name: 'Include a' }));
  expect(screen.getByRole('heading').textContent).toBe('Plan: change 0 bot users');
  await user.click(screen.getByRole('checkbox', { name: 'Include a' }));
  expect(screen.getByRole('heading').textContent).toBe('Plan: set 1 bot user inactive');
  expect(refusal).toHaveBeenCalledTimes(looks);
});
