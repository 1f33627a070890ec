import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { JobState } from '#bulk/job.ts';
import { Component as SettingsPage } from '#web/features/settings/settings-page.tsx';
import { currentJob } from '#web/jobs/current-job.ts';
import { preferences } from '#web/lib/preferences.ts';
import { startFakeService } from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { outcome } from '#web/ui/notify.ts';

it('takes choices at once, and clears the data of this device after a question', async () => {
  startFakeService();
  const { user } = renderPage(<SettingsPage />);
  screen.getByRole('switch', { name: 'Single-key shortcuts' });
  // An open plan is not: it is in the memory of its tab.
  screen.getByText(
    /^Known routes, settings, jobs and recent changes are kept in this browser only/,
  );
  await user.click(screen.getByRole('radio', { name: 'UTC' }));
  expect(preferences.get().zone).toBe('utc');
  expect(screen.getByRole('region', { name: 'Session' }).textContent).toContain('API keyEnds in');

  await user.click(screen.getByRole('button', { name: 'Clear data on this device…' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Clear data on this device?' }));
  const clear = () => user.click(dialog.getByRole('button', { name: 'Clear data' }));
  act(() => currentJob.set({ status: 'running' } as JobState));
  dialog.getByRole('button', { description: 'A job is not finished. Stop it first.' });
  await clear();
  act(() => currentJob.set(undefined));
  expect(preferences.get().zone).toBe('utc');
  await clear();
  await waitFor(() => expect(outcome.get()?.text).toBe('Data on this device cleared.'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(preferences.get().zone).toBe('local');
});
