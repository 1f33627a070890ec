import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Bar } from '#web/app/bar.tsx';
import { renderPage } from '#web/test/render.tsx';

it('says that the page of a press is on its way where its code takes long', async () => {
  const lazy = () => new Promise<never>(() => {});
  const { user } = renderPage(<Bar />, { routes: [{ path: '/routes', lazy }] });
  await user.click(screen.getByRole('link', { name: 'Routes' }));
  const status = screen.getByRole('status');
  await waitFor(() => expect(status.textContent).toBe('loading…'));
});
