// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { TableSettingsButton } from '#web/features/bot-users/table/table-settings-button.tsx';
import { tableSettings } from '#web/features/bot-users/table/table-settings.ts';

afterEach(() => vi.unstubAllGlobals());

it('sets the density and the columns', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const host = document.body.appendChild(document.createElement('main'));
  host.id = 'main';
  await act(async () => createRoot(host).render(<TableSettingsButton />));
  await act(async () => {
    host.querySelector('button')?.click();
    await vi.dynamicImportSettled();
  });
  const choose = (name: string) =>
    act(async () => {
      const inputs = [...document.querySelectorAll('input')];
      inputs.find((input) => input.labels?.[0]?.textContent === name)?.click();
    });
  await choose('Compact');
  await choose('Created');
  expect(tableSettings.get()).toEqual({ density: 'compact', id: true, created: false });
  await choose('Created');
  expect(tableSettings.get().created).toBe(true);
});
