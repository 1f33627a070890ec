import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { call } from '#web/api/call.ts';
import { RequestsDrawer } from '#web/features/requests/requests-drawer.tsx';
import { makeBotUsers, refuse, startFakeService } from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { TEST_KEY } from '#web/test/session.ts';

const items = () =>
  within(screen.getByRole('list', { name: 'Requests, newest first' })).getAllByRole('listitem');

it('lists the requests of this tab, and opens one', async () => {
  const service = startFakeService({ botUsers: makeBotUsers(2) });
  service.fail('GET /bot_users/none', () => refuse(404, { msg: `Not for ${TEST_KEY}` }));
  await call(botUserEndpoints.list, {});
  await call(botUserEndpoints.get, { params: { id: 'none' } }).catch(() => {});

  const onClose = vi.fn<() => void>();
  const { user } = renderPage(<RequestsDrawer onClose={onClose} />);
  await waitFor(() => expect(items()).toHaveLength(2));
  expect(items()[0]?.textContent).toContain('404');
  expect(items()[1]?.textContent).toContain('200');

  await user.click(screen.getByRole('button', { name: /bot_users\/none/ }));
  expect(items()[0]?.textContent).toContain('Authorization: Bearer ••••');
  expect(items()[0]?.textContent).toContain('Not for ••••');
  expect(document.body.textContent).not.toContain(TEST_KEY);

  await user.click(screen.getByRole('button', { name: 'Close panel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('says that there is nothing yet', () => {
  renderPage(<RequestsDrawer onClose={() => {}} />);
  expect(screen.getByText('No requests yet.')).toBeTruthy();
});
