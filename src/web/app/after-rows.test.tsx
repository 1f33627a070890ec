import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { access } from '#web/api/access.ts';
import '#web/app/overlays.tsx';
import { queryClient, run } from '#web/api/query-client.ts';
import { AfterRows } from '#web/app/after-rows.tsx';
import { createBotUser, setActive, updateBotUser } from '#web/features/bot-users/mutations.ts';
import { botUser } from '#web/features/bot-users/queries.ts';
import { setActiveMany } from '#web/features/bot-users/set-active-many.ts';
import { RecentChanges } from '#web/features/jobs/recent-changes-drawer.tsx';
import { requestUndo, undoRequest } from '#web/jobs/changes-on-demand.ts';
import { changes } from '#web/jobs/changes.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { RUNNING } from '#web/jobs/jobs.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { session } from '#web/session/session.ts';
import { makeBotUser, makeBotUsers, refuse, startFakeService } from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { notify, outcome } from '#web/ui/notify.ts';

it('undoes the last change at Ctrl+Z while nothing is being typed, once', async () => {
  const undo = vi.fn<() => void>();
  renderPage(
    <>
      <input aria-label="Name" />
      <AfterRows />
    </>,
  );
  await act(async () => notify({ text: 'ada is now active.', undo }));
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'z', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, repeat: true });
  expect(undo).not.toHaveBeenCalled();
  // On a keyboard without Latin letters.
  fireEvent.keyDown(document.body, { key: 'я', code: 'KeyZ', ctrlKey: true });
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status', { name: 'Last change' }).textContent).toBe('');
});

it('undoes nothing at Ctrl+Z while a dialog is open over the page', async () => {
  const undo = vi.fn<() => void>();
  renderPage(
    <>
      <div role="dialog" />
      <AfterRows />
    </>,
  );
  await act(async () => notify({ text: 'ada is now active.', undo }));
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(undo).not.toHaveBeenCalled();
});

it('says at Ctrl+Z that there is nothing to undo', async () => {
  renderPage(<AfterRows />);
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await waitFor(() => expect(outcome.get()?.text).toBe('Nothing to undo.'));
});

it('undoes a change for each press of Ctrl+Z, but for one that comes during an Undo', async () => {
  const service = startFakeService({ botUsers: makeBotUsers(2) });
  renderPage(<AfterRows />);
  for (const { id } of service.botUsers) await run(setActive(id), false);
  await waitFor(() => expect(changes.get()).toHaveLength(2));
  for (const most of [3, 4]) {
    for (const key of ['z', 'z']) fireEvent.keyDown(document.body, { key, ctrlKey: true });
    await waitFor(() => expect(undoRequest.get()).toBeUndefined());
    expect(service.sent('PATCH')).toHaveLength(most);
  }
  expect(service.botUsers.map(({ active }) => active)).toEqual([true, true]);
});

it.each([
  ['switch', 'PATCH /bot_users/', () => run(setActive('bot_000002'), false)],
  ['creation', 'POST /bot_users', () => run(createBotUser, { name: 'new' })],
])('undoes nothing older at Ctrl+Z while a %s is under way', async (_, request, change) => {
  const service = startFakeService({ botUsers: makeBotUsers(2) });
  renderPage(<AfterRows />);
  await run(setActive('bot_000001'), false);
  await waitFor(() => expect(changes.get()).toHaveLength(1));
  const held = service.hold(request);
  const changed = change();
  await held.next();
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(undoRequest.get()).toBeUndefined();
  await held.answer();
  await changed;
});

it('does nothing at a press of Ctrl+Z while several changes are undone', async () => {
  const service = startFakeService({ botUsers: makeBotUsers(2) });
  renderPage(<AfterRows />);
  await setActiveMany(service.botUsers, false);
  await waitFor(() => expect(changes.get()).toHaveLength(2));
  for (const key of ['z', 'z']) fireEvent.keyDown(document.body, { key, ctrlKey: true });
  await waitFor(() => expect(outcome.get()?.text).toBe('2 put back.'));
  // Which Ctrl+Z leaves alone afterwards, too.
  const isUndo = true;
  await waitFor(() => expect(changes.get().slice(0, 2)).toMatchObject([{ isUndo }, { isUndo }]));
  expect(service.sent('PATCH')).toHaveLength(4);
  expect(undoRequest.get()).toBeUndefined();
});

it('undoes what was changed this moment, each time', async () => {
  const service = startFakeService({ botUsers: makeBotUsers(1) });
  renderPage(<AfterRows />);
  for (const most of [2, 4]) {
    const saved = await run(setActive('bot_000001'), false);
    act(() => saved?.change && requestUndo('bot-user', saved.change));
    await waitFor(() => expect(undoRequest.get()).toBeUndefined());
    expect(service.sent('PATCH')).toHaveLength(most);
  }
});

/** What was changed, with its Undo. */
function openChanges() {
  const service = startFakeService({ botUsers: makeBotUsers(1) });
  const { user } = renderPage(
    <>
      <RecentChanges />
      <AfterRows />
    </>,
  );
  const undo = async (text: string) =>
    user.click(await screen.findByRole('button', { name: `Undo ${text}` }));
  const answer = async (question: string, name: string) => {
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByRole('heading').textContent).toBe(question);
    await user.click(within(dialog).getByRole('button', { name }));
  };
  return { service, undo, answer };
}

it('undoes a creation after a question, and no deletion', async () => {
  const { service, undo, answer } = openChanges();
  await act(() => run(createBotUser, { name: 'made' }));
  await undo('made created');
  await answer('Delete made?', 'Cancel');
  expect(service.sent('DELETE')).toEqual([]);
  await undo('made created');
  await answer('Delete made?', 'Delete bot user');
  await screen.findByText(/A deletion cannot be undone\./);
  expect(service.botUsers).toHaveLength(1);
});

it('undoes nothing that somebody else has changed since, and says what it is now', async () => {
  const { service, undo } = openChanges();
  await queryClient.query(botUser('bot_000001'));
  await act(() => run(updateBotUser('bot_000001'), { name: 'mine' }));
  service.botUsers = [makeBotUser(1, { name: 'theirs' })];
  await undo('Renamed from name 1 to mine');
  await waitFor(() =>
    expect(outcome.get()?.text).toBe('Not undone. Changed since: now named theirs.'),
  );
  expect(service.botUsers[0]?.name).toBe('theirs');
});

it('tells nobody of an Undo that the end of the session breaks off', async () => {
  const service = startFakeService({ botUsers: makeBotUsers(1) });
  renderPage(<AfterRows />);
  await run(setActive('bot_000001'), false);
  await waitFor(() => expect(changes.get()[0]?.target).toBe('bot-user'));
  const held = service.hold('GET /bot_users/');
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await held.next();
  act(() => session.end('signed-out'));
  await waitFor(() => expect(undoRequest.get()).toBeUndefined());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(outcome.get()).toBeUndefined();
});

it('goes on with jobs once a session, also where it goes and comes back', () => {
  const connect = vi.spyOn(jobs, 'connect');
  renderPage(<AfterRows />).unmount();
  renderPage(<AfterRows />);
  expect(connect).toHaveBeenCalledOnce();
  session.end('signed-out');
  renderPage(<AfterRows />);
  expect(connect).toHaveBeenCalledTimes(2);
});

it.each([
  ['leaves the job that it runs to the other tabs', RUNNING, true],
  ['keeps its connection where another tab runs the job', { ...RUNNING, isHere: false }, false],
])('a page that is left %s', (_, job, isLeft) => {
  const connect = vi.spyOn(jobs, 'connect');
  renderPage(<AfterRows />);
  act(() => currentJob.set(job));
  fireEvent(window, new Event('pagehide'));
  expect(connect.mock.calls[0]?.[1].aborted).toBe(isLeft);
  fireEvent(window, new Event('pageshow'));
  expect(connect).toHaveBeenCalledTimes(isLeft ? 2 : 1);
  act(() => currentJob.set(undefined));
});

const write_rules = { no_delete: false, changes_per_job: null };
const protection = { protected_bot_users: ['prod-*'], protected_routes: ['shop'] };
const nothing = { protected_bot_users: [], protected_routes: [] };
const config = { inventory_base: '/inventory', write_rules };
const request = 'GET /inventory/protection';

it.each([
  ['is read once with the key', Response.json(protection), protection],
  ['is nothing for a service that does not tell', refuse(404), nothing],
])(
  'what is protected %s, and forgotten with the session as the last change is',
  async (_, response, known) => {
    const service = startFakeService();
    service.on(request, () => response);
    renderPage(<AfterRows />, { config });
    await waitFor(() => expect(service.requests).toEqual([request]));
    await waitFor(() => expect(access.get().protection).toEqual(known));
    await act(async () => notify({ text: 'ada is now active.' }));
    act(() => session.end('signed-out'));
    expect([access.get().protection, outcome.get()]).toEqual([nothing, undefined]);
  },
);

it('what is protected is not asked for where the operator has set no rules', async () => {
  const service = startFakeService();
  renderPage(<AfterRows />, { config: { ...config, write_rules: null } });
  await act(async () => {});
  expect(service.requests).toEqual([]);
});
