import { deviceStorage } from '#web/lib/device-storage.ts';

const KEY = 'mantine-color-scheme-value';
const system = matchMedia('(prefers-color-scheme: dark)');

/** What was chosen, `auto` where nothing was. */
export const getColorScheme = () => deviceStorage.getItem(KEY) ?? 'auto';

/** Shows what was chosen, or what the system has. */
export function showColorScheme() {
  const chosen = getColorScheme();
  const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches);
  document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
}

/** Shows it also when the system or another tab changes it. */
export function followColorScheme() {
  system.addEventListener('change', showColorScheme);
  window.addEventListener('storage', showColorScheme);
}

export function setColorScheme(scheme: string) {
  deviceStorage.setItem(KEY, scheme);
  showColorScheme();
}
