// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { keepSingleKeys } from '#web/app/use-shell-shortcuts.ts';
import { shortcuts } from '#web/ui/keyboard/shortcuts.ts';

let stop = () => {};
afterEach(() => {
  stop();
  localStorage.clear();
  shortcuts.singleKeys.set(true);
});

it('keeps the choice, and nothing while single keys act', () => {
  stop = keepSingleKeys();
  expect(localStorage).toHaveLength(0);
  shortcuts.singleKeys.set(false);
  stop();

  shortcuts.singleKeys.set(true); // as after a reload
  stop = keepSingleKeys();
  expect(shortcuts.singleKeys.get()).toBe(false);
  shortcuts.singleKeys.set(true);
  expect(localStorage).toHaveLength(0);
});

it('follows another tab', () => {
  stop = keepSingleKeys();
  localStorage.setItem('gatehouse.single-keys', 'off');
  window.dispatchEvent(new StorageEvent('storage', { key: 'gatehouse.single-keys' }));
  expect(shortcuts.singleKeys.get()).toBe(false);
});
