import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { JobState } from '#bulk/job.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { call } from '#web/api/call.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { Notices } from '#web/app/notices.tsx';
import { overlay } from '#web/app/overlays.tsx';
import { SessionWarning } from '#web/app/session-warning.tsx';
import { SignInAgain } from '#web/app/sign-in-again.tsx';
import { currentJob } from '#web/jobs/current-job.ts';
import { session } from '#web/session/session.ts';
import { refuse, startFakeService } from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';

const dialogs = {
  'Sign out now': <SessionWarning limit="idle" id="warning" />,
  'Sign out': <SignInAgain />,
};
it.each(Object.entries(dialogs))(
  'asks what becomes of a job before it ends the session: %s',
  async (name, dialog) => {
    const { user } = renderPage(dialog);
    act(() => currentJob.set({ status: 'running' } as JobState));
    await user.click(screen.getByRole('button', { name }));
    expect([overlay.get(), session.state().kind]).toEqual(['signOutWithJob', 'signed-in']);
    act(() => currentJob.set(undefined));
    await user.click(screen.getByRole('button', { name }));
    expect(session.state().kind).toBe('signed-out');
  },
);

it('says that another key is in use now, until that is dismissed', async () => {
  const switched = { kind: 'signed-in', switchedAccount: true } as const;
  vi.spyOn(session, 'state').mockReturnValue(switched);
  const { user } = renderPage(<Notices />);
  const notice = screen.getByRole('alert', { name: 'Another key was signed in in another tab.' });
  expect(notice.textContent).toContain('This tab uses it from now on.');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that the browser is offline, and that it is online again', async () => {
  renderPage(<Notices />, { announces: true });
  act(() => void window.dispatchEvent(new Event('offline')));
  screen.getByRole('alert', { name: 'You are offline.' });
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('You are online again');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says for how long nothing is sent where the service asks to wait', async () => {
  const service = startFakeService();
  const held = service.hold('GET');
  renderPage(<Notices />);
  const list = () => void call(botUserEndpoints.list, {}).catch(() => {});
  list();
  list();
  await act(() => held.answer(refuse(429, {}, { 'retry-after': '90' })));
  const notice = screen.getByRole('status', { name: 'The service asks to wait.' });
  expect(notice.textContent).toMatch(/Nothing is sent for another \d+ s\./);
  // Both were on their way. An element of its own for the second would be read out again.
  await act(() => held.answer(refuse(429, {}, { 'retry-after': '91' })));
  expect(screen.getByRole('status')).toBe(notice);
  act(rateLimiter.clear);
  expect(screen.queryByRole('status')).toBeNull();
});

it('warns before the end of a session that no use can put off, until that is read', async () => {
  const { user } = renderPage(<SessionWarning limit="age" id="warning" />);
  expect(screen.getByText(/^You signed in 8 hours ago\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep working' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(session.state().kind).toBe('signed-in');
});

it('takes a key that may not list bot users for a real one', async () => {
  const service = startFakeService();
  service.fail('GET', () => refuse(403));
  renderPage(<SignInAgain />);
  const other = 'another-real-key-5678';
  fireEvent.change(screen.getByLabelText('API key'), { target: { value: other } });
  fireEvent.submit(screen.getByRole('form', { name: 'Sign in' }));
  await waitFor(() => expect(session.containsKey(other)).toBe(true));
  expect(session.state().kind).toBe('signed-in');
});
