// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import {
  isColumnShown,
  TableSettings,
  tableSettings,
} from '#web/features/bot-users/settings/table-settings.ts';

it('takes what can be read of anything that was written', () => {
  const defaults = { density: 'normal', id: true, created: true };
  expect(TableSettings.parse(null)).toEqual(defaults);
  expect(TableSettings.parse('compact')).toEqual(defaults);
  expect(TableSettings.parse({ density: 'tiny', id: false, created: 'no' })).toEqual({
    ...defaults,
    id: false,
  });
});

it('hides what can be hidden, and keeps it on this device', () => {
  tableSettings.change((before) => ({ ...before, id: false }));
  const kept: unknown = JSON.parse(localStorage.getItem('gatehouse.table') ?? '');
  const settings = TableSettings.parse(kept);
  const columns = (['name', 'id', 'active', 'created'] as const).filter((column) =>
    isColumnShown(settings, column),
  );
  expect(columns).toEqual(['name', 'active', 'created']);
});
