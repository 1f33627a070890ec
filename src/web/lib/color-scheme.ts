import { deviceStorage } from '#web/lib/device-storage.ts';

const KEY = 'mantine-color-scheme-value';
const system = matchMedia('(prefers-color-scheme: dark)');

/** What was chosen, `auto` where nothing was. */
export const getColorScheme = () => deviceStorage.getItem(KEY) ?? 'auto';

function show() {
  const chosen = getColorScheme();
  const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches);
  document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
}

/** Shows the choice, also when the system or another tab changes it. */
export function followColorScheme() {
  show();
  system.addEventListener('change', show);
  window.addEventListener('storage', show);
}

export function setColorScheme(scheme: string) {
  deviceStorage.setItem(KEY, scheme);
  show();
}
