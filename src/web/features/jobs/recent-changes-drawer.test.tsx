import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { RecentChanges, RecentChangesDrawer } from '#web/features/jobs/recent-changes-drawer.tsx';
import { changes } from '#web/jobs/changes.ts';
import { noTarget } from '#web/jobs/jobs.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { IS_DELETED } from '#web/jobs/plan.ts';
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

it('has the report of each job, and no Undo of what was undone or deleted', async () => {
  vi.spyOn(jobs, 'items').mockResolvedValue([]);
  const { user } = renderPage(<RecentChanges />);
  await act(changes.load);
  const job = (at: number, label: string, more = {}) =>
    changes.record({ target: 'bot-user', jobId: `${at}`, at, label, ...more });
  act(
    () => (
      job(1, 'Set 2 bot users active'),
      job(2, 'Deleted 3 bot users', { noUndo: IS_DELETED }),
      job(3, 'Set 4 bot users inactive', { isUndone: true })
    ),
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Set 4 bot users inactive.* · UndoneReport$/),
    expect.stringMatching(/^Deleted 3 bot users.* · A deletion cannot be undone\.Report$/),
    expect.stringMatching(/^Set 2 bot users active.*ReportUndo$/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Report: Deleted 3 bot users' }));
  await user.click(screen.getByRole('button', { name: 'Close report' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('Escape closes the report, and the next one the list below', async () => {
  vi.spyOn(jobs, 'items').mockResolvedValue([]);
  const onClose = vi.fn<() => void>();
  const { user } = renderPage(<RecentChangesDrawer onClose={onClose} />);
  await act(changes.load);
  act(() =>
    changes.record({ target: 'bot-user', jobId: '1', at: 1, label: 'Deleted 3 bot users' }),
  );
  await user.click(screen.getByRole('button', { name: 'Report: Deleted 3 bot users' }));
  await screen.findByRole('dialog', { name: 'Report' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Report' })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
