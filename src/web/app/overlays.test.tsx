import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { overlay, Overlays } from '#web/app/overlays.tsx';
import { renderPage } from '#web/test/render.tsx';

it('what is opened can be closed before its code is there', async () => {
  renderPage(<Overlays />);
  act(() => overlay.set('shortcuts'));
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Loading' }), { key: 'Escape' });
  await act(() => import('#web/app/shortcuts-dialog.tsx'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('what is open over a page is closed when another one is opened', async () => {
  const { router } = renderPage(<Overlays />);
  await act(async () => overlay.set('shortcuts'));
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  await act(() => router.navigate('/?active=true'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
