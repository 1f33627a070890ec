import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Notices } from '#web/app/notices.tsx';
import { session } from '#web/session/session.ts';
import { renderPage } from '#web/test/render.tsx';

it('says that another key is in use now, until that is dismissed', async () => {
  const switched = { kind: 'signed-in', switchedAccount: true } as const;
  vi.spyOn(session, 'state').mockReturnValue(switched);
  const { user } = renderPage(<Notices />);
  const notice = screen.getByRole('alert', { name: 'Another key was signed in in another tab.' });
  expect(notice.textContent).toContain('This tab uses it from now on.');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});
