import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#web/api/query-client.ts';
import { Component as EditPage } from '#web/features/bot-users/edit-page.tsx';
import { lastOpened } from '#web/features/bot-users/last-opened.ts';
import { Component as NewPage } from '#web/features/bot-users/new-page.tsx';
import { botUserList } from '#web/features/bot-users/queries.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import {
  makeBotUser,
  noResponse,
  refuse,
  startFakeService,
  type FakeService,
} from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { TEST_KEY } from '#web/test/session.ts';
import { outcome } from '#web/ui/notify.ts';

vi.mock('#web/jobs/changes-on-demand.ts', () => ({
  recordChange: () => {},
  requestUndo: () => {},
}));

const ID = 'bot_000001';
const routes = [
  { path: paths.botUserNew, element: <NewPage /> },
  { path: paths.botUser, element: <EditPage /> },
  { path: paths.botUsers, element: <p>The list</p> },
];

let service: FakeService;
beforeEach(() => {
  service = startFakeService({ botUsers: [makeBotUser(1, { name: 'deploy' }), makeBotUser(2)] });
});

const open = (at: string) => renderPage(<p>Elsewhere</p>, { at, path: '*', routes });

/** Its page after a first read, so that the fields have what the service has. */
async function openEditor() {
  const view = open(`/bot-users/${ID}`);
  act(() => session.signIn(TEST_KEY, false, 'account'));
  await screen.findByRole('form', { name: 'Edit bot user' });
  return view;
}

const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const enter = (name: string) => fireEvent.change(nameField(), { target: { value: name } });
const activeSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Active' });
const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => within(screen.getByRole('alertdialog'));
const notified = () => renderToStaticMarkup(outcome.get()?.text);
const sends = async (line: string) => waitFor(() => expect(service.requests.at(-1)).toBe(line));

it('a new one takes the name from the address, but never the key, nor over what was typed', async () => {
  const { router } = open('/bot-users/new?name=%20ci%20deploy%20');
  expect(nameField().value).toBe('ci deploy');
  expect(nameField()).toMatchObject({ selectionStart: 0, selectionEnd: 'ci deploy'.length });
  await act(() => router.navigate(`/bot-users/new?name=${TEST_KEY}`));
  expect(nameField().value).toBe('');
  await act(() => router.navigate('/bot-users/new?name=two'));
  expect(nameField().value).toBe('two');
  enter('two typed');
  await act(() => router.navigate('/bot-users/new?name=three'));
  expect(nameField().value).toBe('two typed');
});

it('a new one checks at the button, and after that at each change, also for the API key', async () => {
  const { user } = open('/bot-users/new');
  await user.click(button('Create bot user'));
  await waitFor(() => expect(nameField().getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByRole('alert').textContent).toBe('Enter a name');
  // The hint is read before the error.
  const described = nameField().getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'What people see in lists and logs.',
    'Enter a name',
  ]);
  expect(document.title).toMatch(/^Error: New bot user/);
  expect(document.activeElement).toBe(nameField());
  await user.paste(`my ${TEST_KEY}`);
  expect(await screen.findByText('This is your API key, not a name')).toBeDefined();
  expect(screen.queryByText('Enter a name')).toBeNull();
  expect(service.sent('POST')).toEqual([]);
});

it('a new one shows a refusal at its field, else above the button, and keeps what was typed', async () => {
  const { user } = open('/bot-users/new?name=deploy');
  service.fail('POST', () => refuse(409, { error_code: 'NAME_TAKEN', msg: 'taken' }), 1);
  await user.click(button('Create bot user'));
  expect(await screen.findByText('Name is already used by another bot user')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(nameField()));
  service.fail('POST', () => refuse(422, { details: { active: 'Not in this plan' } }), 1);
  await user.click(button('Create bot user'));
  expect((await screen.findByText('Not in this plan')).getAttribute('role')).toBe('alert');
  await waitFor(() => expect(document.activeElement).toBe(activeSwitch()));
  service.fail('POST', () => refuse(403, { msg: 'no' }), 1);
  await user.click(button('Create bot user'));
  const alert = (await screen.findByText('This key may not change bot users.')).closest(
    '[role=alert]',
  );
  expect(alert?.compareDocumentPosition(button('Create bot user'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(nameField().value).toBe('deploy');
});

it('a new one tries again what may pass later, and nothing that was refused', async () => {
  const { user } = open('/bot-users/new?name=deploy-3');
  service.fail('POST', () => refuse(422, { msg: 'no' }), 1);
  await user.click(button('Create and add another'));
  expect((await screen.findByRole('alert')).textContent).toContain('Not saved');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  service.fail('POST', () => refuse(413, { msg: 'large' }), 1);
  await user.click(button('Create and add another'));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(nameField().value).toBe(''));
  expect(service.botUsers[0]?.name).toBe('deploy-3');
  expect(document.activeElement).toBe(nameField());
});

it('a new one creates again only after a check, what was not found, also after a refusal of that', async () => {
  const { user } = open('/bot-users/new?name=lost');
  service.fail('POST', noResponse, 1);
  await user.click(button('Create bot user'));
  const box = await screen.findByRole('alert');
  expect(box.textContent).toContain('We cannot tell whether lost was created.');
  await user.click(button('Check'));
  service.fail('POST', () => refuse(413, { msg: 'large' }), 1);
  await user.click(await screen.findByRole('button', { name: 'Create again' }));
  // Whose button has gone.
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('The list');
  expect(service.sent('POST')).toHaveLength(3);
});

it('a new one creates no other before the check of a creation that may have happened', async () => {
  const { user } = open('/bot-users/new?name=lost');
  const mend = service.on('POST', (happen) => (happen(), noResponse()));
  await user.click(button('Create bot user'));
  const box = await screen.findByRole('alert');
  enter('other');
  await user.click(button('Create and add another'));
  expect(document.activeElement).toBe(box);
  await user.click(button('Check'));
  await screen.findByText(/It was created\./);
  expect(box.textContent).not.toContain('We cannot tell');
  mend();
  enter('lost');
  await user.click(button('Create and add another'));
  expect(document.activeElement).toBe(box);
  expect(service.sent('POST')).toHaveLength(1);
  enter('other');
  await user.click(button('Create and add another'));
  await waitFor(() => expect(nameField().value).toBe(''));
  expect(service.sent('POST')).toHaveLength(2);
  expect(screen.queryByText(/It was created\./)).toBeNull();
});

it('a new one asks about what was under way when the session met a limit', async () => {
  const before = open('/bot-users/new');
  act(() => session.signIn(TEST_KEY, false, 'account'));
  enter('lost');
  const held = service.hold('POST');
  await before.user.click(button('Create bot user'));
  await held.next();
  act(() => session.end('age'));
  before.unmount();
  const { user, router } = open('/');
  act(() => session.signIn(TEST_KEY, false, 'account'));
  await act(() => router.navigate('/bot-users/new'));
  await waitFor(() => expect(nameField().value).toBe('lost'));
  await user.click(button('Create bot user'));
  expect(document.activeElement).toBe(await screen.findByRole('alert'));
  expect(service.sent('POST')).toHaveLength(1);
});

it('a new one is sent once, and stays open with what was typed while it was created', async () => {
  const { router } = open('/bot-users/new?name=first');
  const held = service.hold('POST');
  const create = button('Create bot user');
  // Before the next drawing, which is later than a second press may be.
  await act(async () => (create.click(), create.click()));
  await held.next();
  enter('second');
  fireEvent.submit(screen.getByRole('form'));
  await act(async () => held.answer());
  await waitFor(() => expect(outcome.get()).toBeDefined());
  expect([router.state.location.pathname, nameField().value]).toEqual([paths.botUserNew, 'second']);
  expect(service.sent('POST')).toHaveLength(1);
});

it('a new one asks before the link to the one that was found drops what was typed', async () => {
  const { user, router } = open('/bot-users/new');
  enter('first');
  service.on('POST', (happen) => (happen(), noResponse()));
  await user.click(button('Create bot user'));
  await user.click(await screen.findByRole('button', { name: 'Check' }));
  const link = await screen.findByRole('link', { name: 'Open it' });
  expect(screen.queryByText('1 unsaved change')).toBeNull();
  enter('second');
  await user.click(link);
  await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
  expect(router.state.location.pathname).toBe(paths.botUserNew);
});

it('says what the service has made of the name that was sent, then that nothing has changed', async () => {
  const { user } = await openEditor();
  service.on('PATCH', () => Response.json(makeBotUser(1, { name: 'deploy-norm' })));
  enter('Deploy norm');
  await user.click(button('Save changes'));
  const text = 'Saved. The service saved something different: Name is “deploy-norm”.';
  await waitFor(() => expect(outcome.get()?.text).toBe(text));
  expect(nameField().value).toBe('deploy-norm');
  await user.click(button('Save changes'));
  await waitFor(() => expect(outcome.get()?.text).toBe('Nothing to save.'));
  expect(service.sent('PATCH')).toHaveLength(1);
});

it.each([
  ['the field that was changed', { name: 'deploy', active: false }, true],
  ['nothing unasked that somebody else has changed', { name: 'theirs', active: true }, false],
])('sends %s of a draft from before a sign-out by a limit', async (_, now, isSent) => {
  const view = await openEditor();
  enter('mine');
  act(() => session.end('idle'));
  view.unmount();
  service.botUsers[0] = makeBotUser(1, now);
  const { user } = await openEditor();
  await waitFor(() => expect(nameField().value).toBe('mine'));
  await user.click(button('Save changes'));
  if (isSent) await sends(`PATCH /bot_users/${ID} {"name":"mine"}`);
  else await screen.findByRole('alertdialog');
  expect(service.sent('PATCH')).toHaveLength(isSent ? 1 : 0);
});

it('keeps what is typed over a loaded row that cannot be read, and reads it before it saves', async () => {
  await queryClient.infiniteQuery(botUserList);
  service.fail(`GET /bot_users/${ID}`, () => refuse(403), 1);
  const { user } = open(`/bot-users/${ID}`);
  await screen.findByText('This bot user could not be read again.');
  enter('typed');
  await user.click(button('Save changes'));
  await sends(`PATCH /bot_users/${ID} {"name":"typed"}`);
  expect(service.requests.at(-2)).toBe(`GET /bot_users/${ID}`);
});

it('reads again what could not be loaded', async () => {
  service.fail(`GET /bot_users/${ID}`, () => refuse(403), 1);
  const { user } = open(`/bot-users/${ID}`);
  await screen.findByText('This bot user could not be loaded');
  await user.click(button('Try again'));
  expect(await screen.findByRole('form', { name: 'Edit bot user' })).toBeDefined();
});

it('keeps what is typed while a save is under way as the next change', async () => {
  const { user } = await openEditor();
  const held = service.hold('PATCH');
  enter('deploy-2');
  await user.type(nameField(), '{Enter}');
  await held.next();
  enter('deploy-2 and more');
  await held.answer();
  await waitFor(() => expect(outcome.get()?.text).toBe('Saved.'));
  expect(screen.getByText('1 unsaved change')).toBeDefined();
  expect(nameField().value).toBe('deploy-2 and more');
  held.release();
  await user.click(button('Save changes'));
  await sends(`PATCH /bot_users/${ID} {"name":"deploy-2 and more"}`);
});

it('asks before it replaces what somebody else has changed, and takes theirs or yours', async () => {
  const { user } = await openEditor();
  const now = vi.spyOn(Date, 'now');
  const saveOver = async (name: string, active: boolean) => {
    now.mockReturnValue(Date.now() + 61_000);
    service.botUsers = [makeBotUser(1, { name, active })];
    enter(`${nameField().value}-yours`);
    await user.click(button('Save changes'));
    await screen.findByRole('alertdialog');
  };
  await saveOver('theirs', true);
  expect(screen.getByRole('alertdialog').textContent).toContain('theirs, active');
  await user.click(dialog().getByRole('button', { name: 'Keep editing' }));
  expect(nameField().value).toBe('deploy-yours');
  await user.click(button('Save changes'));
  await screen.findByRole('alertdialog');
  await user.click(dialog().getByRole('button', { name: 'Use theirs' }));
  await waitFor(() => expect(nameField().value).toBe('theirs'));
  expect(service.sent('PATCH')).toEqual([]);
  await saveOver('others', false);
  await user.click(dialog().getByRole('button', { name: 'Save yours' }));
  await sends(`PATCH /bot_users/${ID} {"name":"theirs-yours"}`);
  const text = 'Saved. Active was changed elsewhere to off.';
  await waitFor(() => expect(outcome.get()?.text).toBe(text));
});

it('waits for the person where another key was needed first', async () => {
  const { user } = await openEditor();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  enter('mine');
  service.fail('GET', () => refuse(401), 1);
  await user.click(button('Save changes'));
  await waitFor(() => expect(session.state().kind).toBe('expired'));
  act(() => session.signIn('key-of-anybody', false));
  await screen.findByText(/^Not sent: you had to sign in again\./);
  expect(nameField().value).toBe('mine');
  expect(service.sent('PATCH')).toEqual([]);
});

it('says that a bot user was deleted elsewhere, or never was there', async () => {
  const { user, unmount } = await openEditor();
  service.botUsers = [];
  enter('deploy-2');
  await user.click(button('Save changes'));
  const gone = await screen.findByRole('alert');
  expect(gone.textContent).toContain('deploy no longer exists');
  expect(nameField().value).toBe('deploy-2');
  await user.click(screen.getByRole('link', { name: 'Back to bot users' }));
  const asked = await screen.findByRole('alertdialog');
  expect(asked.closest('[role=alert]')).toBeNull();
  await user.click(dialog().getByRole('button', { name: 'Keep editing' }));
  expect(screen.getAllByRole('alert')).toEqual([gone]);
  unmount();
  open('/bot-users/bot_never');
  expect((await screen.findByRole('alert')).textContent).toContain('No bot user has this id');
});

it('says that another loaded bot user has the name, and leads to it', async () => {
  await queryClient.infiniteQuery(botUserList);
  await openEditor();
  enter('name 2 ');
  const said = await screen.findByText(/Another loaded bot user has this name/);
  // Several nodes would be read out one by one, and then together.
  expect(said.closest('[role=status]')?.childNodes).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe(
    '/bot-users/bot_000002',
  );
  expect(nameField().getAttribute('aria-invalid')).not.toBe('true');
  enter('deploy');
  await waitFor(() => expect(screen.queryByText(/Another loaded/)).toBeNull());
});

const confirm = () => dialog().getByRole('button', { name: 'Delete bot user' });

it('a deletion shows a refusal in its dialog, then leads to the list, also where it was gone', async () => {
  const { user, router } = await openEditor();
  await user.click(button('Delete…'));
  expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Cancel' }));
  service.fail('DELETE', () => refuse(400), 1);
  await user.click(confirm());
  expect((await dialog().findByRole('alert')).textContent).toContain('Not deleted');
  service.fail('DELETE', noResponse, 1);
  service.fail('GET', () => refuse(409), 1);
  await user.click(confirm());
  await dialog().findByText(/^We do not know if this was deleted\./);
  service.botUsers = [];
  await user.click(confirm());
  await screen.findByText('The list');
  // To the place where its row was.
  expect(router.state.location.state).toEqual({ back: true, settled: true });
  expect(lastOpened.get()).toBe(ID);
  expect(notified()).toContain('was already gone.');
});

it.each(['deleted.', 'Not deleted'])(
  'a deletion is sent once, and leads nowhere if it is answered after the page was left: %s',
  async (said) => {
    const { router, user } = await openEditor();
    const held = service.hold('DELETE');
    await user.click(button('Delete…'));
    await user.dblClick(confirm());
    await held.next();
    await act(() => router.navigate('/bot-users/new'));
    await act(async () => held.answer(said === 'Not deleted' ? refuse(409) : undefined));
    await waitFor(() => expect(notified()).toContain(said));
    expect(router.state.location.pathname).toBe('/bot-users/new');
    expect(service.sent('DELETE')).toHaveLength(1);
  },
);

it('a deletion sets it inactive instead', async () => {
  const { user } = await openEditor();
  await user.click(button('Delete…'));
  await user.click(dialog().getByRole('button', { name: 'Set inactive instead' }));
  await sends(`PATCH /bot_users/${ID} {"active":false}`);
  await waitFor(() => expect(activeSwitch().checked).toBe(false));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(notified()).toContain('is now inactive.'));
});
