import { afterEach, expect, it } from 'vitest';
import { preferences, setPreference } from '#web/lib/preferences.ts';

const KEY = 'gatehouse.preferences';
const defaults = { density: 'normal', singleKeys: true, zone: 'local' };

function writeInAnotherTab(content: string) {
  localStorage.setItem(KEY, content);
  dispatchEvent(new StorageEvent('storage', { key: KEY }));
}

afterEach(() => writeInAnotherTab('null'));

it.each([
  ['{"a":', defaults],
  ['"compact"', defaults],
  [
    '{"density":"tiny","singleKeys":false,"zone":"utc"}',
    { ...defaults, singleKeys: false, zone: 'utc' },
  ],
])('takes what can be read of %s, also from another tab', (written, expected) => {
  writeInAnotherTab(written);
  expect(preferences.get()).toEqual(expected);
});

it('keeps each choice where the next page finds it', () => {
  setPreference({ singleKeys: false });
  setPreference({ density: 'compact' });
  const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '');
  expect(kept).toEqual({ ...defaults, singleKeys: false, density: 'compact' });
});
