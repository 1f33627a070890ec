import { useSyncExternalStore } from 'react';
import { getColorScheme } from '#web/lib/color-scheme.ts';

export const SCHEMES = { auto: 'System', light: 'Light', dark: 'Dark' };

/** What is shown is set anew with every choice, also with one that looks the same. */
function subscribe(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, {
    attributeFilter: ['data-mantine-color-scheme'],
  });
  return () => observer.disconnect();
}

/** What was chosen. */
export const useColorScheme = () => useSyncExternalStore(subscribe, getColorScheme);
