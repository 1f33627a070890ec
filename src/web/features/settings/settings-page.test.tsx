import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Component as SettingsPage } from '#web/features/settings/settings-page.tsx';
import { preferences } from '#web/lib/preferences.ts';
import { startFakeService } from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { outcome } from '#web/ui/notify.ts';

it('takes choices at once, and clears the data of this device after a question', async () => {
  startFakeService();
  const { user } = renderPage(<SettingsPage />);
  screen.getByRole('switch', { name: 'Single-key shortcuts' });
  await user.click(screen.getByRole('radio', { name: 'UTC' }));
  expect(preferences.get().zone).toBe('utc');
  expect(screen.getByRole('region', { name: 'Session' }).textContent).toContain('API keyEnds in');

  await user.click(screen.getByRole('button', { name: 'Clear data on this device…' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Clear data on this device?' }));
  await user.click(dialog.getByRole('button', { name: 'Clear data' }));
  await waitFor(() => expect(outcome.get()?.text).toBe('Data on this device cleared.'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(preferences.get().zone).toBe('local');
});
