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
