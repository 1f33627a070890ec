// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

const system = Object.assign(new EventTarget(), { matches: false });
vi.stubGlobal('matchMedia', () => system);
const { followColorScheme, setColorScheme } = await import('#web/lib/color-scheme.ts');

const shown = () => document.documentElement.dataset['mantineColorScheme'];
function setSystem(isDark: boolean) {
  system.matches = isDark;
  system.dispatchEvent(new Event('change'));
}

beforeEach(() => localStorage.clear());

it('follows the system until one is chosen', () => {
  followColorScheme();
  setSystem(true);
  expect(shown()).toBe('dark');
  setSystem(false);
  expect(shown()).toBe('light');
  setColorScheme('dark');
  expect(shown()).toBe('dark');
  setSystem(false);
  expect(shown()).toBe('dark');
  setColorScheme('auto');
  expect(shown()).toBe('light');
});

it('is kept, and follows the other tabs', () => {
  setColorScheme('dark');
  followColorScheme();
  expect(shown()).toBe('dark');
  localStorage.setItem('mantine-color-scheme-value', 'light');
  window.dispatchEvent(new Event('storage'));
  expect(shown()).toBe('light');
});
