import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { expect, it } from 'vitest';
import { overlay } from '#web/app/overlays.tsx';
import { signOut } from '#web/app/sign-out.tsx';
import { session } from '#web/session/session.ts';
import { closeTab, renderPage } from '#web/test/render.tsx';
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx';

function Page({ isSending, ...begin }: { dirty: boolean; isSending: boolean }) {
  const [dirty, setDirty] = useState(begin.dirty);
  return (
    <>
      <UnsavedGuard dirty={dirty} isSending={isSending} />
      <Link to="/other">Leave</Link>
      <button onClick={() => setDirty(true)}>Type</button>
      <button onClick={() => setDirty(false)}>Save</button>
    </>
  );
}

const routes = [{ path: '/other', element: 'The other page' }];
const open = (dirty: boolean, isSending = false) =>
  renderPage(<Page dirty={dirty} isSending={isSending} />, { path: '/', routes });
const leave = () => screen.getByRole('link', { name: 'Leave' });
const question = () => screen.queryByRole('alertdialog', { name: 'Discard unsaved changes?' });

it('asks before the page is left or its tab closed, and stays or goes as told', async () => {
  const { user } = open(true);
  expect(closeTab()).toBe(true);
  await user.click(leave());
  expect(question()).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(question()).toBeNull();
  await user.click(leave());
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(await screen.findByText('The other page')).toBeDefined();
  expect(closeTab()).toBe(false);
});

it('asks before a sign-out, which else needs no question', () => {
  const { unmount } = open(true);
  signOut();
  expect([overlay.get(), session.state().kind]).toEqual(['signOutUnsaved', 'signed-in']);
  unmount();
  signOut();
  expect([overlay.get(), session.state().kind]).toEqual([undefined, 'signed-out']);
});

it('says that changes are under way, and goes once they are saved', async () => {
  const { user } = open(true, true);
  await user.click(leave());
  expect(screen.getByRole('alertdialog', { name: 'Leave before it is saved?' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The other page')).toBeDefined();
});

it('goes once where it is saved just as it is left', async () => {
  const { user, router } = open(true, true);
  await user.click(leave());
  const press = (name: string) => screen.getByRole('button', { name }).click();
  await act(async () => {
    press('Leave');
    press('Save');
  });
  expect(await screen.findByText('The other page')).toBeDefined();
  await act(async () => router.navigate(-1));
  await user.click(leave());
  // A page that is left by itself once it is saved, while the question stands.
  await act(async () => {
    void router.navigate('/other', { state: { settled: true } });
    press('Save');
  });
  expect(await screen.findByText('The other page')).toBeDefined();
});

it('keeps what is typed while the code of the next page has not come', async () => {
  let come = (_code: { Component: () => string }) => {};
  const code = new Promise<{ Component: () => string }>((resolve) => (come = resolve));
  const { user, router } = renderPage(<Page dirty={false} isSending={false} />, {
    path: '/',
    routes: [{ path: '/other', lazy: () => code }],
  });
  await user.click(leave());
  await user.click(screen.getByRole('button', { name: 'Type' }));
  await act(async () => come({ Component: () => 'The other page' }));
  expect(router.state).toMatchObject({
    location: { pathname: '/' },
    navigation: { state: 'idle' },
  });
  await user.click(leave());
  expect(question()).not.toBeNull();
});

it('asks on the way back to where an earlier save has led', async () => {
  const { router } = open(true);
  for (const to of ['/other', '/'])
    await act(async () => router.navigate(to, { state: { settled: true } }));
  await act(async () => router.navigate(-1));
  expect(question()).not.toBeNull();
});

it.each([
  ['nothing was changed', false, undefined],
  ['it was saved', true, { settled: true }],
])('does not ask where %s', async (_, dirty, state) => {
  const { router } = open(dirty);
  expect(closeTab()).toBe(dirty);
  await act(async () => router.navigate('/other', { state }));
  expect(await screen.findByText('The other page')).toBeDefined();
});
