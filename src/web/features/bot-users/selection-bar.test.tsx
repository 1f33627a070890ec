import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { JobState } from '#bulk/job.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { access } from '#web/api/access.ts';
import { queryClient } from '#web/api/query-client.ts';
import { botUserList, loadedBotUser, loadedRows } from '#web/features/bot-users/queries.ts';
import { countLine } from '#web/features/bot-users/rows-in-document.ts';
import { SelectionBar } from '#web/features/bot-users/selection-bar.tsx';
import { selection } from '#web/features/bot-users/selection.ts';
import { currentJob, openPlan } from '#web/jobs/current-job.ts';
import { openHeading } from '#web/jobs/jobs.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { session } from '#web/session/session.ts';
import {
  makeBotUser,
  makeBotUsers,
  noResponse,
  refuse,
  startFakeService,
} from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { TEST_KEY } from '#web/test/session.ts';
import { outcome } from '#web/ui/notify.ts';

afterEach(() => act(() => currentJob.set(undefined)));

const idsOf = (from: number, to: number) =>
  makeBotUsers(to)
    .slice(from - 1)
    .map(({ id }) => id);

/** Shows the bar while something is selected, over the first `shown` rows. */
function List({ shown }: { shown: number }) {
  const rows = loadedRows().slice(0, shown);
  const isAny = selection.useIds().size > 0;
  return isAny && <SelectionBar shown={{ rows, isFiltered: true }} />;
}

async function open(ids: readonly string[], config: Partial<RuntimeConfig> = {}, shown = 30) {
  const service = startFakeService({
    botUsers: [makeBotUser(1, { active: false }), ...makeBotUsers(30).slice(1)],
  });
  const page = (
    <>
      <p id={countLine.id} tabIndex={-1} />
      <List shown={shown} />
    </>
  );
  const { user, router } = renderPage(page, { config, announces: true });
  await act(async () => {
    await queryClient.infiniteQuery(botUserList);
    selection.add(ids);
  });
  service.requests.length = 0;
  const button = (name: string) => screen.getByRole('button', { name });
  return { service, user, router, button, press: (name: string) => user.click(button(name)) };
}

const text = () => outcome.get()?.text;
const patches = (from: number, to: number, active: boolean) =>
  idsOf(from, to).map((id) => `PATCH /bot_users/${id} {"active":${active}}`);

it('selects what the list shows, and says how many are selected from the first one on', async () => {
  const { press } = await open(idsOf(6, 6), {}, 4);
  await screen.findByText('1 selected, 1 not shown.');
  await press('Select the 4 that match');
  await screen.findByText('5 selected, 1 not shown.');
  expect([...selection.ids()]).toEqual([...idsOf(6, 6), ...idsOf(1, 4)]);
});

it('no more are switched once the session has ended', async () => {
  const limits = { requests_per_minute: null, requests_at_once: 1 };
  const { service, press } = await open(idsOf(2, 4), { limits });
  const held = service.hold('PATCH ');
  await press('Set inactive');
  await held.next();
  act(() => (session.end('signed-out'), session.signIn(TEST_KEY, false, 'another')));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(service.requests).toEqual(patches(2, 2, false));
  expect(text()).toBeUndefined();
});

it('up to twenty are switched at once, with one way back for all, which flips the state alone', async () => {
  const { service, press } = await open(idsOf(1, 6));
  await press('Set inactive');
  expect(selection.ids().size).toBe(0);
  await waitFor(() => expect(text()).toBe('5 set inactive. 1 already inactive.'));
  expect(service.requests).toEqual(patches(2, 6, false));

  // Somebody else has renamed one meanwhile: it keeps that name.
  service.botUsers[2] = makeBotUser(3, { name: 'of another', active: false });
  service.requests.length = 0;
  act(() => outcome.get()?.undo?.());
  await waitFor(() => expect(text()).toBe('5 put back.'));
  expect(service.requests).toEqual(patches(2, 6, true));
  expect(outcome.get()?.isOfUndo).toBe(true);
  expect(loadedBotUser(makeBotUser(3).id)?.name).toBe('of another');

  act(() => void selection.add(idsOf(1, 2)));
  await press('Set active');
  await waitFor(() => expect(text()).toBe('1 set active. 1 already active.'));
  service.botUsers = [];
  act(() => outcome.get()?.undo?.());
  await waitFor(() => expect(text()).toBe('1 no longer exists.'));
  expect(outcome.get()).toMatchObject({ isFailure: true, more: undefined });
});

it('up to twenty are tried again where they failed, and only those', async () => {
  const { service, press } = await open(idsOf(2, 3));
  service.fail('PATCH', () => refuse(409), 1);
  await press('Set inactive');
  await waitFor(() => expect(text()).toMatch(/^1 set inactive. 1 not changed. /));
  service.requests.length = 0;
  act(() => outcome.get()?.more?.run());
  await waitFor(() => expect(text()).toBe('1 set inactive.'));
  expect(service.requests).toHaveLength(1);
  expect(idsOf(2, 3).map((id) => loadedBotUser(id)?.active)).toEqual([false, false]);
  service.fail('PATCH', noResponse);
  service.fail('GET /bot_users/', noResponse);
  act(() => void selection.add(idsOf(4, 4)));
  await press('Set inactive');
  await waitFor(() => expect(text()).toMatch(/^1 may have been changed. No answer from /));
});

it('deleting up to twenty says why it cannot begin, and sets them inactive instead', async () => {
  vi.spyOn(jobs, 'start').mockRejectedValue(new Error('Another job is not over.'));
  const { service, press } = await open(idsOf(2, 3));
  await press('Delete…');
  await press('Delete 2 bot users');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Another job is not over.');
  await press('Set inactive instead');
  expect(document.activeElement?.id).toBe(countLine.id);
  await waitFor(() => expect(text()).toBe('2 set inactive.'));
  expect(service.requests).toEqual(patches(2, 3, false));
});

it('deleting up to twenty keeps what is protected, and says so', async () => {
  const write_rules = { no_delete: false, changes_per_job: 1 };
  const { press } = await open(idsOf(2, 4), { write_rules });
  await press('Delete…');
  const protection = { protected_bot_users: ['name 2'], protected_routes: [] };
  act(() => access.set({ ...access.get(), protection }));
  const dialog = screen.getByRole('alertdialog', { name: 'Delete 2 bot users?' });
  expect(dialog.textContent).toContain('name 2 stays. Protected by the operator.');
  expect(dialog.textContent).toContain('A job may make at most 1 change here.');
});

it('a plan comes of more than twenty', async () => {
  const { service, press, router } = await open(idsOf(1, 21));
  await press('Set inactive');
  expect(router.state.location.pathname).toBe('/plan');
  expect(openHeading()).toBe('set 20 bot users inactive');
  await press('Delete…');
  expect(openHeading()).toBe('delete 21 bot users');
  expect(selection.ids().size).toBe(21);
  expect(service.requests).toEqual([]);
  act(() => openPlan.get()?.onApplied?.());
  expect(selection.ids().size).toBe(0);
});

it('a plan of new names shows the first of them before', async () => {
  const { user, press, router } = await open(idsOf(1, 12));
  await press('Rename…');
  const field = (name: string) => screen.getByRole('textbox', { name });
  expect(screen.queryByRole('list', { name: 'Preview' })).toBeNull();
  fireEvent.change(field('Find'), { target: { value: 'e 1' } });
  fireEvent.change(field('Replace with'), { target: { value: '$&' } });
  await user.type(field('Add behind'), '!');
  const items = within(screen.getByRole('list', { name: 'Preview' })).getAllByRole('listitem');
  expect([items.length, items[0]?.textContent]).toEqual([5, 'name 1 → nam$&!']);
  // Of several texts Firefox tells screen readers only the one that changes: "12".
  expect(screen.getByText('12 of 12 names will change.').childNodes).toHaveLength(1);
  await press('Plan 12 renames');
  await waitFor(() => expect(router.state.location.pathname).toBe('/plan'));
  expect(openHeading()).toBe('rename 12 bot users');
});

it('a plan of new names needs one that is new, without the API key', async () => {
  const { user, press } = await open(idsOf(1, 2));
  await press('Rename…');
  await press('Plan 0 renames');
  expect(await screen.findByText('No name would change.')).toBeTruthy();
  await user.click(screen.getByRole('textbox', { name: 'Add behind' }));
  await user.paste(TEST_KEY);
  expect(screen.queryByText('No name would change.')).toBeNull();
  await press('Plan 2 renames');
  expect(await screen.findByText('This is your API key. Take it out.')).toBeTruthy();
});

const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;

it('says that another job is not over, which a few switches need not wait for', async () => {
  const { service, press, button, router } = await open(idsOf(2, 2));
  act(() => currentJob.set({ status: 'running' } as JobState));
  for (const name of ['Delete…', 'Rename…']) {
    expect(reasonOf(button(name))).toBe('Another job is not over yet.');
    expect(button(name).getAttribute('aria-disabled')).toBe('true');
    await press(name);
  }
  expect([router.state.location.pathname, screen.queryByRole('dialog')]).toEqual(['/', null]);
  await press('Set inactive');
  await waitFor(() => expect(service.requests).toHaveLength(1));
});

it('says that a key can only read', async () => {
  const { service, press, button } = await open(idsOf(2, 2));
  act(() => access.set({ ...access.get(), isReadOnly: true }));
  for (const name of ['Set active', 'Set inactive', 'Rename…', 'Delete…']) {
    expect(reasonOf(button(name))).toBe('This key can only read.');
    await press(name);
  }
  expect(service.requests).toEqual([]);
  expect(button('Export selected').getAttribute('aria-disabled')).toBeNull();
});
