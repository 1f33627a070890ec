// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { TableSettings, tableSettings } from '#web/features/bot-users/table/table-settings.ts';

it('takes what can be read of anything that was written', () => {
  const defaults = { density: 'normal', id: true, created: true };
  expect(TableSettings.parse(null)).toEqual(defaults);
  expect(TableSettings.parse('compact')).toEqual(defaults);
  expect(TableSettings.parse({ density: 'tiny', id: false, created: 'no' })).toEqual({
    ...defaults,
    id: false,
  });
});

it('is kept on this device', () => {
  tableSettings.change((before) => ({ ...before, id: false }));
  expect(JSON.parse(localStorage.getItem('gatehouse.table') ?? '')).toEqual({
    density: 'normal',
    id: false,
    created: true,
  });
});
