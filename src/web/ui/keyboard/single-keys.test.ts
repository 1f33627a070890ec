// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { singleKeys } from '#web/ui/keyboard/shortcuts.ts';

const NAME = 'gatehouse.single-keys';

afterEach(() => singleKeys.change(() => true));

it('keeps the choice over a reload', async () => {
  expect(singleKeys.get()).toBe(true);
  singleKeys.change(() => false);
  vi.resetModules();
  const reloaded = await import('#web/ui/keyboard/shortcuts.ts');
  expect(reloaded.singleKeys.get()).toBe(false);
});

it('follows another tab', () => {
  localStorage.setItem(NAME, 'false');
  window.dispatchEvent(new StorageEvent('storage', { key: NAME }));
  expect(singleKeys.get()).toBe(false);
});

it('takes what another app has written there as no choice', () => {
  localStorage.setItem(NAME, '{"a":');
  window.dispatchEvent(new StorageEvent('storage', { key: NAME }));
  expect(singleKeys.get()).toBe(true);
});
