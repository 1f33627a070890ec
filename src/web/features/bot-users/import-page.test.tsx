import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '#web/api/query-client.ts';
import { Component as ImportPage } from '#web/features/bot-users/import-page.tsx';
import { loadedCount } from '#web/features/bot-users/pages.ts';
import { openPlan } from '#web/jobs/current-job.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import {
  makeBotUser,
  makeBotUsers,
  noResponse,
  refuse,
  startFakeService,
} from '#web/test/fake-service.ts';
import { closeTab, renderPage } from '#web/test/render.tsx';
import { TEST_KEY } from '#web/test/session.ts';
import { waitFor } from '#web/test/wait.ts';

const MORE = 'GET /bot_users?limit=100&before_id';
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Bot users' });
const paste = (text: string) => fireEvent.change(field(), { target: { value: text } });
const deletion = () => screen.getByRole('checkbox', { name: 'Delete what is not in the file' });
const csvFile = (text: string) => new File([text], 'team.csv', { type: 'text/csv' });

async function open(count: number) {
  act(() => openPlan.set(undefined));
  const service = startFakeService({ botUsers: makeBotUsers(count) });
  const plan = { path: paths.plan, element: <p>The plan</p> };
  const page = { at: paths.botUserImport, path: paths.botUserImport, routes: [plan] };
  const { user, router } = renderPage(<ImportPage />, page);
  await waitFor(() => expect(loadedCount()).toBe(Math.min(count, 100)));
  return {
    user,
    router,
    service,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    choose: (file: File) => user.upload(screen.getByLabelText('File with bot users'), file),
    /** @returns whether the browser opens the file */
    drop: (...files: File[]) =>
      fireEvent.drop(screen.getByRole('heading', { name: 'List' }), {
        dataTransfer: { types: ['Files'], files },
      }),
  };
}

/** `create new`, of each line of the plan that was opened. */
async function planned() {
  await screen.findByText('The plan');
  return openPlan.get()?.lines.map(({ kind, label }) => `${kind} ${label}`);
}

it('makes a plan of a pasted table, which stays until that is applied', async () => {
  const { service, press, router } = await open(3);
  const table = 'name,active,Team\nname 1,false\nnew,true\nname 2,true\nmade elsewhere,true';
  paste(table);
  await screen.findByText('4 bot users. Not used: Team.');
  service.botUsers = [makeBotUser(0, { name: 'made elsewhere' }), ...service.botUsers];
  await press('Continue');
  expect(await planned()).toEqual([
    'set-inactive name 1',
    'create new',
    'no-change name 2',
    'no-change made elsewhere',
  ]);
  expect(service.requests.every((line) => line.startsWith('GET /bot_users?'))).toBe(true);

  await act(() => router.navigate(-1));
  expect([field().value, closeTab()]).toEqual([table, true]);
  await press('Continue');
  await planned();
  act(() => openPlan.get()?.onApplied?.());
  await act(() => router.navigate(-1));
  expect([field().value, closeTab()]).toEqual(['', false]);
});

it('takes a file in place of the text, until it is removed', async () => {
  const { press, choose, drop } = await open(1);
  paste('typed');
  await choose(csvFile('name\nof the file\n'));
  await waitFor(() => expect(field().value).toBe('team.csv, 1 KB'));
  expect(field().readOnly).toBe(true);
  await press('Remove');
  expect(field().value).toBe('typed');

  drop(csvFile('name\none\n'), csvFile('name\nother\n'));
  await screen.findByText('Choose one file.');
  expect(drop(csvFile(''))).toBe(false);
  await screen.findByText('“team.csv” is empty.');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  drop(csvFile('name\nearlier, and read later\n'));
  drop(csvFile('name\nname 1\nof the file\n'));
  await screen.findByText('2 bot users.');
  drop(csvFile(''));
  await screen.findByText('“team.csv” is empty.');
  expect(field().value).toBe('team.csv, 1 KB');
  await press('Continue');
  expect(await planned()).toEqual(['no-change name 1', 'create of the file']);
});

it('takes no text and no file with a key in it, nor what is no text', async () => {
  const { choose } = await open(1);
  paste('typed before');
  await choose(csvFile('PK\0\0'));
  await screen.findByText('“team.csv” is not a text file. Save it as CSV, then choose that.');
  const gone = csvFile('name');
  vi.spyOn(gone, 'arrayBuffer').mockRejectedValue(new DOMException('Moved', 'NotFoundError'));
  await choose(gone);
  await screen.findByText('“team.csv” could not be read. Choose it again.');
  const large = csvFile('name');
  Object.defineProperty(large, 'size', { value: 50_000_001 });
  await choose(large);
  await screen.findByText('“team.csv” is too large: 50 MB is the most.');
  paste(`new,${TEST_KEY}`);
  screen.getByText(/^There is an API key in that text, so it was not taken\./);
  await choose(csvFile(`name\n${TEST_KEY}\n`));
  await screen.findByText('There is an API key in “team.csv”. Take it out.');
  expect(field().value).toBe('typed before');
});

it('keeps the text over a sign-in with another key of the account', async () => {
  await open(1);
  paste('name\nnew');
  act(() => session.expire(TEST_KEY));
  act(() => session.signIn('another-key', false, 'hash of another-key'));
  fireEvent.click(deletion());
  expect(field().value).toBe('name\nnew');
});

it('says at the field why nothing can be planned', async () => {
  const { press } = await open(1);
  for (const [text, fault] of [
    ['', 'Enter at least one bot user, or choose a file.'],
    ['name,active', 'There is no bot user in this list.'],
    ['name,active\nnew,perhaps', 'No line can be read.'],
    ['edge_id,id\nedghts_1,edghtsrt_1', /^This is a list of routes: .*\.$/],
  ] as const) {
    paste(text);
    await press('Continue');
    expect(await screen.findByRole('alert').then(({ textContent }) => textContent)).toMatch(fault);
    await waitFor(() => expect(document.activeElement).toBe(field()));
  }
  // Said of what is typed, before anything is pressed.
  paste('edge_id,id\nedghts_2,edghtsrt_2');
  await screen.findByText(/^This is a list of routes: /);
  expect(openPlan.get()).toBeUndefined();
});

it('lists twenty lines that cannot be read, and plans the others', async () => {
  const { press } = await open(1);
  paste(`name,active\nname 1,true\n${'new,perhaps\n'.repeat(30)}`);
  await screen.findByText('1 bot user, 30 lines cannot be read.');
  const list = screen.getByRole('list', { name: 'Lines that cannot be read' });
  const lines = within(list).getAllByRole('listitem');
  expect(lines).toHaveLength(21);
  expect(lines[0]?.textContent).toMatch(/^Line 3: ./);
  expect(lines[20]?.textContent).toBe('and 10 more');
  await press('Continue');
  expect((await planned())?.filter((line) => line.startsWith('conflict'))).toHaveLength(30);
});

it('loads the rest of the account first, which can be cancelled and may fail', async () => {
  const { service, press, drop } = await open(250);
  screen.getByText(/^Loads the rest of the account first, 100 a request\. Next/);
  paste('name 240\nnew');
  const held = service.hold(MORE);
  await press('Continue');
  await held.answer();
  await screen.findByText('Loading, 200 so far');
  drop(csvFile('name\nnot now\n'));
  await press('Cancel loading');
  await screen.findByText('Not all is loaded. Press Continue to load the rest.');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Continue'));
  held.release();

  const mend = service.fail(MORE, () => refuse(403));
  await press('Continue');
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^The plan is not ready\.The service answered 403\./,
  );
  expect(openPlan.get()).toBeUndefined();
  mend();
  await press('Continue');
  expect(await planned()).toEqual(['no-change name 240', 'create new']);
});

it('reads again what was loaded long ago', async () => {
  const { service, press } = await open(150);
  paste('name,active\nname 140,true\nrenamed elsewhere,true');
  await press('Continue');
  expect(await planned()).toEqual(['no-change name 140', 'create renamed elsewhere']);

  service.botUsers = service.botUsers.map((bot) => {
    if (bot.name === 'name 150') return { ...bot, name: 'renamed elsewhere' };
    return bot.name === 'name 140' ? { ...bot, active: false } : bot;
  });
  const later = Date.now() + 16 * 60_000;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => later);
  onTestFinished(() => clock.mockRestore());
  cleanup();
  const { user } = renderPage(<ImportPage />);
  screen.getByText(/^Loads the account again first, 100 a request\. Next/);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(openPlan.get()?.lines[0]?.kind).toBe('set-active'));
  expect(openPlan.get()?.lines[1]?.kind).toBe('no-change');
});

it('opens no plan for who has left the page meanwhile', async () => {
  const { service, press, router } = await open(150);
  paste('new');
  const held = service.hold(MORE);
  await press('Continue');
  await held.next();
  await act(() => router.navigate(paths.plan));
  held.release();
  await waitFor(() => expect(loadedCount()).toBe(150));
  await waitFor(() => expect(service.sent('GET /bot_users?limit=100').length).toBe(3));
  await act(async () => {});
  expect(openPlan.get()).toBeUndefined();
});

it('deletes what the list leaves out unless a line is in the way', async () => {
  const { service, user, press } = await open(120);
  await user.click(deletion());
  paste('name 1\nname 2,perhaps');
  await press('Continue');
  const unread = await screen.findByRole('alert');
  expect(unread.textContent).toMatch(/^Nothing can be deleted while lines cannot be read: /);
  expect(service.sent('GET')).toHaveLength(1);

  paste('name 1,true\nname 1,false');
  await press('Continue');
  await screen.findByText('Nothing can be deleted while lines conflict.');
  const lines = within(screen.getByRole('list', { name: 'Lines in the way' }));
  expect(lines.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Line 1: ./),
    expect.stringMatching(/^Line 2: ./),
  ]);
  expect(openPlan.get()).toBeUndefined();

  paste('name 1\nname 2');
  await press('Continue');
  expect((await planned())?.filter((line) => line.startsWith('delete'))).toHaveLength(118);
  expect(openPlan.get()?.deletesMissing).toBe(true);
  expect(service.sent('DELETE')).toEqual([]);
});

it.each([
  ['has rows that cannot be read', [makeBotUser(1), {}], null],
  ['has no end', [makeBotUser(1)], 'https://api.test/bot_users?limit=100&before_id=bot_000001'],
])('deletes nothing of an account that %s', async (_, bot_users, next_page_uri) => {
  const { service, user, press } = await open(1);
  service.on('GET', () => Response.json({ bot_users, uri: '/bot_users', next_page_uri }));
  act(() => queryClient.clear());
  await user.click(deletion());
  paste('new');
  await press('Continue');
  const why = 'Nothing can be deleted: some bot users of the account cannot be read.';
  expect(await screen.findByText(why)).toBeTruthy();
});

it('says why nothing of the account was read', async () => {
  const service = startFakeService();
  service.fail('GET', noResponse);
  const { user } = renderPage(<ImportPage />);
  paste('new');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/^No answer from api\.test\./)).toBeTruthy();
});
