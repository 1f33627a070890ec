import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { JobState, Plan, Rollout } from '#bulk/job.ts';
import { queryClient } from '#web/api/query-client.ts';
import { ApplyPlan } from '#web/features/jobs/apply-plan.tsx';
import { createTarget, plan } from '#web/features/jobs/plan.test.helper.ts';
import { currentJob, openPlan } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { renderPage } from '#web/test/render.tsx';

async function ask(of: Plan) {
  const start = vi.spyOn(jobs, 'start').mockResolvedValue();
  const { user, router } = renderPage(
    <ApplyPlan plan={of} target={createTarget()} list={{ to: '/bot-users' }} />,
    { at: '/plan', path: '/plan', routes: [{ path: '*', element: <p>Elsewhere</p> }] },
  );
  const apply = () => user.click(screen.getByRole('button', { name: /^Apply/ }));
  await apply();
  const press = () => user.click(screen.getByRole('button', { name: /^Delete/ }));
  return { user, router, start, apply, press };
}

it.each(['1200', ' 1,200'])(
  'deletes what a file leaves out once the number is typed: %s',
  async (right) => {
    const lines = Array.from({ length: 1201 }, (_, at) => ({ ...line('delete'), id: `bot_${at}` }));
    const whole = { ...plan, lines: [line('rename'), ...lines], deletesMissing: true as const };
    // Of what a person leaves out nothing is deleted.
    const { user, start, press } = await ask({ ...whole, out: new Set([1]) });
    const field = screen.getByRole('textbox', { name: 'Type 1,200 to confirm' });
    expect(document.activeElement).toBe(field);
    for (const wrong of ['', '1201']) {
      await user.clear(field);
      if (wrong) await user.type(field, wrong);
      await press();
      screen.getByText('Type 1,200, the number of deletions');
      expect(document.activeElement).toBe(field);
    }
    expect(start).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, right);
    await press();
    expect(start).toHaveBeenCalledTimes(1);
  },
);

it('asks for no number of chosen deletions, closes the plan, and leads nowhere from elsewhere', async () => {
  const { start, router, press } = await ask(plan);
  expect(screen.queryByRole('textbox')).toBeNull();
  openPlan.set(plan);
  let begin = () => {};
  start.mockReturnValue(new Promise((resolve) => (begin = resolve)));
  await press();
  expect(start).toHaveBeenCalledTimes(1);
  await act(() => router.navigate('/routes'));
  begin();
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(router.state.location.pathname).toBe('/routes');
  expect(openPlan.get()).toBeUndefined();
});

it('leaves the plan open until the list has come, for its page would say that none is open', async () => {
  const renames = { ...plan, lines: [line('rename')] };
  openPlan.set(renames);
  vi.spyOn(jobs, 'start').mockResolvedValue();
  let arrive = () => {};
  const loader = vi.fn<() => Promise<null>>(
    () => new Promise((resolve) => (arrive = () => resolve(null))),
  );
  const { user } = renderPage(
    <ApplyPlan plan={renames} target={createTarget()} list={{ to: '/bot-users' }} />,
    { at: '/plan', path: '/plan', routes: [{ path: '*', loader, element: <p>The list</p> }] },
  );
  await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
  await waitFor(() => expect(loader).toHaveBeenCalled());
  expect(openPlan.get()).toBe(renames);
  await act(async () => arrive());
  screen.getByText('The list');
  await waitFor(() => expect(openPlan.get()).toBeUndefined());
});

it('takes no deletion along where the bot users are set inactive instead', async () => {
  const { user, start } = await ask(plan);
  await user.click(screen.getByRole('button', { name: 'Set inactive instead' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const kinds = openPlan.get()?.lines.map(({ kind }) => kind);
  expect(kinds).toEqual(['set-inactive', 'rename', 'set-inactive', 'no-change']);
  expect(openPlan.get()?.lines[2]?.after).toEqual({ name: 'eu-old', active: false });
  expect(start).not.toHaveBeenCalled();
});

it('keeps in the plan how many steps its roll-out has, and how many failures it bears', () => {
  const list = { to: '/bot-users' };
  const show = (rollout: Rollout) => {
    openPlan.set({ ...plan, rollout });
    const { unmount } = renderPage(
      <ApplyPlan plan={{ ...plan, rollout }} target={createTarget()} list={list} />,
    );
    return unmount;
  };
  const hide = show({ steps: [1, 5], stopAfter: 1 });
  screen.getByText('Roll-out: one bot user first, then five, then the rest, stops after 1 failure');
  fireEvent.click(screen.getByRole('checkbox', { hidden: true }));
  expect(openPlan.get()?.rollout).toEqual({ steps: [], stopAfter: 1 });
  const field = screen.getByLabelText('Stop after so many failures');
  for (const [text, stopAfter] of [
    ['', null],
    ['0', 1],
    ['12', 12],
  ] as const) {
    fireEvent.change(field, { target: { value: text } });
    expect(openPlan.get()?.rollout?.stopAfter).toBe(stopAfter);
  }
  hide();
  show({ steps: [], stopAfter: null });
  screen.getByText('All at once');
});

it('is not applied before a consent that it needs', async () => {
  const start = vi.spyOn(jobs, 'start').mockResolvedValue();
  const warnings = () => [{ title: 'On without a policy.', text: 'Risky.', consent: 'I know' }];
  const target = { ...createTarget(), warnings };
  const renames = { ...plan, lines: [line('rename')] };
  const { user } = renderPage(<ApplyPlan plan={renames} target={target} list={{ to: '/' }} />);
  const apply = () => user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
  await apply();
  screen.getByText('Tick this to go on');
  expect(start).not.toHaveBeenCalled();
  await user.click(screen.getByRole('checkbox', { name: 'I know' }));
  await apply();
  expect(start).toHaveBeenCalledOnce();
});

it('is not applied while another job is not over, also where that begins after the question', async () => {
  const { user, start, apply, press } = await ask(plan);
  act(() => currentJob.set({ status: 'running' } as JobState));
  await press();
  expect(start).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await apply();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  screen.getByText('Another job is not over yet.');
  act(() => currentJob.set(undefined));
});

it('can be applied again after it was refused for another job', async () => {
  const { start, apply, press } = await ask(plan);
  start.mockRejectedValueOnce(new Error('Another job is not over yet.'));
  await press();
  await screen.findByText('Not started: another job was not over yet.');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await apply();
  await press();
  expect(start).toHaveBeenCalledTimes(2);
});

function line(kind: 'delete' | 'rename') {
  const found = plan.lines.find((each) => each.kind === kind);
  if (!found) throw new Error(`The plan has no ${kind}`);
  return found;
}
