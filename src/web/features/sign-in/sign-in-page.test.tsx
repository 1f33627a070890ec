import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SignInPage } from '#web/features/sign-in/sign-in-page.tsx';
import { session } from '#web/session/session.ts';
import { renderPage } from '#web/test/render.tsx';

it('that the session has ended is announced, for the notice comes together with its page', async () => {
  const { container, getByText } = renderPage(<SignInPage />, { announces: true });
  act(() => session.end('idle'));
  getByText('You were signed out after 30 minutes without activity.');
  const announced = container.querySelector('[aria-live]');
  await waitFor(() => expect(announced?.textContent).toBe('Your session has ended'));
});
