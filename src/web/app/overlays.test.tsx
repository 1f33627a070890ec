import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { overlay, Overlays } from '#web/app/overlays.tsx';
import { renderPage } from '#web/test/render.tsx';

it('what is open over a page is closed when another one is opened', async () => {
  const { router } = renderPage(<Overlays />);
  await act(async () => overlay.set('shortcuts'));
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  await act(() => router.navigate('/?active=true'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
