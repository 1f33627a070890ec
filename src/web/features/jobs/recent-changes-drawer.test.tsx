import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RecentChanges } from '#web/features/jobs/recent-changes-drawer.tsx';
import { changes } from '#web/jobs/changes.ts';
import { noTarget } from '#web/jobs/jobs.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { session } from '#web/session/session.ts';
import { renderPage } from '#web/test/render.tsx';

it('offers no Undo of what is protected, also where that is known later than the list', async () => {
  const [before, after] = [{ name: 'a' }, { name: 'b' }];
  renderPage(<RecentChanges />);
  await act(changes.load);
  act(() => changes.record({ target: 'bot-user', at: 1, id: 'bot_1', label: 'a', before, after }));
  screen.getByRole('button', { name: /^Undo/ });
  const target = { ...noTarget, refusal: () => 'It is protected.' };
  await act(() => jobs.connect({ 'bot-user': target, route: target }, session.signal()));
  screen.getByText('It is protected.', { exact: false });
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});
