import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { JobState } from '#bulk/job.ts';
import { Notices } from '#web/app/notices.tsx';
import { overlay } from '#web/app/overlays.tsx';
import { SessionWarning } from '#web/app/session-warning.tsx';
import { SignInAgain } from '#web/app/sign-in-again.tsx';
import { currentJob } from '#web/jobs/current-job.ts';
import { session } from '#web/session/session.ts';
import { renderPage } from '#web/test/render.tsx';

const dialogs = { 'Sign out now': <SessionWarning limit="idle" />, 'Sign out': <SignInAgain /> };
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
