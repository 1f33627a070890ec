import { act, screen } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { expect, it } from 'vitest';
import { renderPage } from '#web/test/render.tsx';
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx';

const open = (dirty: boolean) =>
  renderPage(
    <>
      <UnsavedGuard dirty={dirty} />
      <Link to="/other">Leave</Link>
    </>,
    { path: '/', routes: [{ path: '/other', element: 'The other page' }] },
  );
const leave = () => screen.getByRole('link', { name: 'Leave' });
const question = () => screen.queryByRole('alertdialog', { name: 'Discard unsaved changes?' });

it('asks before the page is left, and stays or goes as told', async () => {
  const { user } = open(true);
  await user.click(leave());
  expect(question()).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(question()).toBeNull();
  await user.click(leave());
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(await screen.findByText('The other page')).toBeDefined();
});

it('asks when the tab is closed', () => {
  const close = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const { unmount } = open(true);
  expect(close()).toBe(true);
  unmount();
  open(false);
  expect(close()).toBe(false);
});

it.each([
  ['nothing was changed', false, undefined],
  ['it was saved', true, { settled: true }],
])('does not ask where %s', async (_, dirty, state) => {
  const { router } = open(dirty);
  await act(async () => router.navigate('/other', { state }));
  expect(await screen.findByText('The other page')).toBeDefined();
});
