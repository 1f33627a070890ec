// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { tableSettings } from '#web/features/bot-users/table/table-settings.ts';

const defaults = { density: 'normal', id: true, created: true };

it.each([
  ['null', defaults],
  ['"compact"', defaults],
  ['{"density":"tiny","id":false,"created":"no"}', { ...defaults, id: false }],
])('takes what can be read of %s', (written, settings) => {
  localStorage.setItem('gatehouse.table', written);
  dispatchEvent(new StorageEvent('storage', { key: 'gatehouse.table' }));
  expect(tableSettings.get()).toEqual(settings);
});

it('is kept on this device', () => {
  tableSettings.change((before) => ({ ...before, id: false }));
  expect(JSON.parse(localStorage.getItem('gatehouse.table') ?? '')).toEqual({
    density: 'normal',
    id: false,
    created: true,
  });
});
