import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { BotUsersPage } from '#web/features/bot-users/bot-users-page.tsx';
import { lastOpened } from '#web/features/bot-users/last-opened.ts';
import { pageOf } from '#web/features/bot-users/list.test.helper.ts';
import { publish } from '#web/features/bot-users/queries.ts';
import { selection } from '#web/features/bot-users/selection.ts';
import {
  makeBotUser,
  makeBotUsers,
  noResponse,
  refuse,
  startFakeService,
} from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { announce } from '#web/ui/announcer.tsx';
import { notify, outcome } from '#web/ui/notify.ts';

afterEach(() => act(() => notify(undefined)));

const routes = [{ path: '/bot-users/:id', element: <p>The page of one</p> }];

async function open(botUsers = makeBotUsers(5), { at = '/bot-users', pageSize = 100 } = {}) {
  const service = startFakeService({ botUsers, pageSize });
  // The filter writes into the address of the window.
  history.replaceState(null, '', at);
  const page = (
    <main id="main">
      <BotUsersPage />
    </main>
  );
  const view = renderPage(page, { at, path: '/bot-users', routes, announces: true });
  if (botUsers.length > 0) await screen.findByRole('table');
  return { service, ...view };
}

const names = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent);
const row = (name: string) => screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement;
const switchOf = (name: string) => screen.getByRole('switch', { name: `Active: ${name}` });
const button = (name: string) => screen.getByRole('button', { name });
const filter = () => screen.getByRole('searchbox', { name: 'Filter loaded bot users' });
const countLine = () => document.getElementById('bot-user-count')?.textContent;

it('leads an account without bot users to the first one', async () => {
  await open([]);
  expect(await screen.findByText('Create the first bot user')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New bot user' })).toBeTruthy();
});

it('says that it is loading, how many came, and on paper as well', async () => {
  startFakeService({ botUsers: makeBotUsers(2) });
  renderPage(<BotUsersPage />);
  expect(screen.getByText('Loading bot users…')).toBeTruthy();
  await screen.findByRole('table');
  expect(names()).toEqual(['name 1', 'name 2']);
  expect(countLine()).toBe('All 2 loaded.');
  await screen.findByText(/^Printed .*, 2 loaded\.$/);
});

it('says what a refresh has found, and once that is old when it was read', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = await open(makeBotUsers(2));
  await user.click(button('Refresh'));
  await screen.findByText('nothing new at the top');
  await act(() => vi.advanceTimersByTimeAsync(20 * 60_000));
  expect(screen.getByText(/^Read \d+ min ago$/)).toBeTruthy();
  expect(screen.queryByText('nothing new at the top')).toBeNull();
});

it('Load all shows what has come while the next page is under way, and what is changed at once', async () => {
  const { service, user } = await open(makeBotUsers(5), { pageSize: 2 });
  const held = service.hold('GET /bot_users?');
  await user.click(button('Load all'));
  await held.answer();
  await held.next();
  // Before the page under way is given up, after 15 s: what it waits for is told then.
  await waitFor(() => expect(names()).toHaveLength(4), { timeout: 10_000 });
  await user.click(switchOf('name 4'));
  await waitFor(() => expect(switchOf('name 4')).toHaveProperty('checked', false));
  held.release();
  await waitFor(() => expect(countLine()).toBe('All 5 loaded.'));
  expect(names()).toHaveLength(5);
});

it('opens one by its id where the key may not list', async () => {
  const service = startFakeService();
  service.fail('GET /bot_users?', () => refuse(403));
  const at = '/bot-users';
  const { user, router } = renderPage(<BotUsersPage />, { path: at, at, routes });
  await user.click(await screen.findByRole('button', { name: 'Open by id' }));
  const id = await screen.findByRole('textbox', { name: 'Id' });
  await user.click(button('Open bot user'));
  expect(screen.getByText('Enter the id of a bot user')).toBeTruthy();
  await user.click(id);
  await user.paste('bot_000007');
  await user.keyboard('{Enter}');
  expect(router.state.location.pathname).toBe('/bot-users/bot_000007');
});

it('shows what matches, counts it by status, and writes it into the address', async () => {
  const botUsers = makeBotUsers(12).map((bot, at) => ({ ...bot, active: at % 2 === 0 }));
  const { user, router } = await open(botUsers);
  await user.click(filter());
  await user.paste('name 1');
  await waitFor(() => expect(names()).toEqual(['name 1', 'name 10', 'name 11', 'name 12']));
  expect(screen.getByText('4 of the 12 loaded match')).toBeTruthy();
  await user.click(button('Select the 4 that match'));
  expect(selection.ids().size).toBe(4);
  act(selection.clear);
  await user.type(filter(), '1');
  await screen.findByText('1 of the 12 loaded matches');
  await user.click(button('Select the 1 that matches'));
  act(selection.clear);
  await user.type(filter(), '{Backspace}');
  const inactive = screen.getByRole('radio', { name: 'Only inactive' });
  expect(inactive.closest('label')?.textContent).toBe('Inactive2');
  await user.click(inactive);
  await waitFor(() => expect(names()).toEqual(['name 10', 'name 12']));
  expect(router.state.location.search).toBe('?status=inactive&q=name+1');
  await user.clear(filter());
  await user.paste('no such name');
  expect(await screen.findByText(/No bot user matches/)).toBeTruthy();
  await user.click(button('Clear filter'));
  await waitFor(() => expect(names()).toHaveLength(12));
  expect(router.state.location.search).toBe('');
});

it('Load all says what it waits for, and by keyboard leads to the count at its end', async () => {
  const { service, user } = await open(makeBotUsers(5), { pageSize: 2 });
  service.fail('GET /bot_users?', () => refuse(429, {}, { 'retry-after': '300' }), 1);
  await user.click(button('Load all'));
  await screen.findByText(/^Loading, 2 so far\. Slowed by the service, next try in 5 min$/);
  await user.click(button('Cancel loading'));
  act(rateLimiter.clear);

  act(() => screen.getByRole('link', { name: 'Skip the table' }).focus());
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'More bot users' }));
  act(() => button('Load all').focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(countLine()).toBe('All 5 loaded.'));
  await waitFor(() => expect(document.activeElement?.id).toBe('bot-user-count'));
});

it.each(['mouse', 'keyboard'])('says once that all are loaded: by %s', async (by) => {
  const { user } = await open(makeBotUsers(5), { pageSize: 2 });
  const region = document.querySelector('#main ~ [aria-live]') as HTMLElement;
  const said = vi.spyOn(region, 'replaceChildren');
  const texts = () => said.mock.calls.map(([part]) => part instanceof Node && part.textContent);
  const hear = (text: string) => waitFor(() => expect(texts()).toContain(text));
  act(() => button('Load all').focus());
  await (by === 'mouse' ? user.click(button('Load all')) : user.keyboard('{Enter}'));
  await waitFor(() => expect(countLine()).toBe('All 5 loaded.'));
  expect(document.querySelectorAll('#bot-user-count [aria-live]')).toHaveLength(0);
  const end = '3 more loaded, 5 in all. No more can be loaded.';
  if (by === 'mouse') return hear(end);
  await waitFor(() => expect(document.activeElement?.id).toBe('bot-user-count'));
  // With the focus it is read out by itself. What would be announced beside it comes before this.
  announce('last');
  await hear('last');
  expect(texts()).not.toContain(end);
});

it('says that the list has come, and then how much of it matches', async () => {
  await open(makeBotUsers(3), { at: '/bot-users?q=name%201' });
  const said = document.querySelector('#main ~ [aria-live]');
  await waitFor(() => expect(said?.textContent).toBe('List ready: 3 bot users loaded.'));
  await waitFor(() => expect(said?.textContent).toBe('1 of the 3 loaded matches'));
});

it('says what matches another filter, and not what a job does to it', async () => {
  const { user } = await open(makeBotUsers(3));
  const said = document.querySelector('#main ~ [aria-live]');
  await user.click(screen.getByRole('radio', { name: 'Only active' }));
  await waitFor(() => expect(said?.textContent).toBe('3 of the 3 loaded match'));
  const bot = makeBotUser(1, { active: false });
  act(() => publish({ type: 'updated', bot, requestedAt: Date.now() }));
  await screen.findByText('2 of the 3 loaded match');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(said?.textContent).toBe('3 of the 3 loaded match');
  await user.click(screen.getByRole('radio', { name: 'Only inactive' }));
  await waitFor(() => expect(said?.textContent).toBe('1 of the 3 loaded matches'));
});

it('says that the service repeats a page, and what it sent in a way nobody knows', async () => {
  const { service, user } = await open(makeBotUsers(5), {
    at: '/bot-users?sort=name',
    pageSize: 2,
  });
  const rows = [makeBotUser(1), makeBotUser(2), { id: 3 }];
  service.on('GET /bot_users?', () => pageOf(rows, '/bot_users?limit=2&before_id=bot_000001'));
  await user.click(button('Load more'));
  await waitFor(() =>
    expect(countLine()).toBe('2 loaded. The service repeated a page. Loading stopped.'),
  );
  screen.getByText(/^Sorted within the 2 loaded\. The service may have more\.$/);
  screen.getByText(/^1 bot user could not be shown: the service sent it in a way/);
});

it('loads all to search it, and leaves the focus on the count when nothing matches', async () => {
  const { user } = await open(makeBotUsers(150));
  await user.click(filter());
  await user.paste('no such name');
  await user.click(await screen.findByRole('button', { name: 'Load all and search' }));
  const all = await screen.findByText('All 150 loaded.');
  await waitFor(() => expect(document.activeElement).toBe(all.closest('p')));
});

it('orders what is loaded by a column up, down and not at all, and says so', async () => {
  const named = ['b', 'c', 'a', 'not loaded'].map((name, at) => makeBotUser(at + 1, { name }));
  const { user } = await open(named, { pageSize: 3 });
  const header = () => screen.getByRole('columnheader', { name: 'Name' });
  for (const [order, shown] of [
    ['ascending', ['a', 'b', 'c']],
    ['descending', ['c', 'b', 'a']],
    [null, ['b', 'c', 'a']],
  ]) {
    await user.click(button('Name'));
    await waitFor(() => expect(header().getAttribute('aria-sort')).toBe(order));
    expect(names()).toEqual(shown);
    const notes = screen.queryAllByText(/Sorted within the 3 loaded. Load all/);
    expect(notes).toHaveLength(order === null ? 0 : 1);
  }
});

it('opens a whole id, also of an address and of what is not loaded', async () => {
  const { user, router } = await open();
  fireEvent.change(filter(), { target: { value: 'https://x.test/bot_users/bot_000099?y' } });
  expect(await screen.findByRole('link', { name: 'Open bot_000099' })).toBeTruthy();
  await user.type(filter(), '{Enter}');
  expect(router.state.location.pathname).toBe('/bot-users/bot_000099');
});

it('a row says why it was not switched, and tries again', async () => {
  const { service, user } = await open();
  const stop = service.fail('PATCH', () => refuse(409));
  await user.click(switchOf('name 2'));
  const alert = await within(row('name 2')).findByRole('alert');
  expect(alert.textContent).toContain('Not changed.');
  expect(outcome.get()).toBeUndefined();
  expect(within(row('name 2')).getByText('Active')).toBeTruthy();
  stop();
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(within(row('name 2')).queryByRole('alert')).toBeNull());
  expect(document.activeElement).toBe(switchOf('name 2'));
  // Nobody knows where even the read after it fails.
  service.fail('PATCH', noResponse);
  service.fail('GET /bot_users/', noResponse);
  await user.click(switchOf('name 2'));
  const unsure = await within(row('name 2')).findByRole('alert');
  const unknown = /^We do not know if this was changed\. .+/;
  expect(unsure.textContent).toMatch(unknown);
  await user.click(within(unsure).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(service.sent('GET /bot_users/')).toHaveLength(2));
  expect((await within(row('name 2')).findByRole('alert')).textContent).toMatch(unknown);
});

it('a row of what is gone can be taken off the list, and leaves the focus on the next', async () => {
  const { service, user } = await open();
  service.botUsers = service.botUsers.filter(({ name }) => name !== 'name 2');
  await user.click(switchOf('name 2'));
  const gone = await within(row('name 2')).findByRole('button', { name: 'Remove from list' });
  await user.click(gone);
  expect(names()).toEqual(['name 1', 'name 3', 'name 4', 'name 5']);
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'name 3' }));
});

it('a row stays under the pointer although the status does not match any more', async () => {
  const { user } = await open(makeBotUsers(3), { at: '/bot-users?status=active' });
  await user.click(switchOf('name 2'));
  await waitFor(() => expect(outcome.get()).toBeDefined());
  expect(names()).toEqual(['name 1', 'name 2', 'name 3']);
  await user.hover(row('name 3'));
  await user.click(switchOf('name 3'));
  await waitFor(() => expect(names()).toEqual(['name 1', 'name 3']));
});

it('a row that the focus left and came back to before the answer stays until it leaves again', async () => {
  const { service, user } = await open(makeBotUsers(3), { at: '/bot-users?status=active' });
  const focus = async (name: string) => {
    act(() => switchOf(name).focus());
    await act(() => new Promise((done) => void setTimeout(done)));
  };
  const held = service.hold('PATCH');
  await user.click(switchOf('name 2'));
  await held.next();
  await focus('name 3');
  await focus('name 2');
  await act(async () => held.answer());
  await waitFor(() => expect(outcome.get()).toBeDefined());
  expect(names()).toEqual(['name 1', 'name 2', 'name 3']);
  await focus('name 3');
  expect(names()).toEqual(['name 1', 'name 3']);

  await user.click(switchOf('name 1'));
  await held.next();
  await focus('name 3');
  await act(async () => held.answer());
  await waitFor(() => expect(names()).toEqual(['name 3']));
});

it('the keyboard goes from row to row, selects one or all, switches and opens', async () => {
  const { user, router, service } = await open();
  await user.keyboard('jj');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'name 2' }));
  await user.keyboard('xkX');
  expect([...selection.ids()]).toEqual(['bot_000002', 'bot_000001']);
  await user.keyboard('{Escape}');
  expect(selection.ids().size).toBe(0);
  await user.keyboard('a');
  await waitFor(() => expect(service.sent('PATCH')).toHaveLength(1));
  await user.keyboard('{Delete}');
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Cancel'));
  await user.keyboard('/');
  expect(document.activeElement).toBe(filter());
  act(() => switchOf('name 3').focus());
  await user.keyboard('{Control>}a{/Control}');
  expect(selection.ids().size).toBe(5);
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all loaded' });
  expect(all.checked).toBe(true);
  // What is typed for the page that opens switches nothing here.
  const pressed = switchOf('name 3');
  await act(async () => {
    for (const key of ['e', 'a'])
      pressed.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/bot-users/bot_000003'));
  expect(service.sent('PATCH')).toHaveLength(1);
});

it('on the way back from a row that was deleted, the one below it has the focus', async () => {
  const { user, router } = await open();
  await user.keyboard('jjje');
  await screen.findByText('The page of one');
  lastOpened.set('bot_000003'); // as that page does
  publish({ type: 'deleted', id: 'bot_000003' });
  await act(() => router.navigate(-1));
  const link = screen.getByRole('link', { name: 'name 4' });
  await waitFor(() => expect(document.activeElement).toBe(link));
});
