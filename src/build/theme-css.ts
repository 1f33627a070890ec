import { convertCssVariables, defaultCssVariablesResolver } from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariablesResolver, fullTheme } from '#web/ui/theme/theme.ts';

/**
 * `import 'virtual:theme.css'`: Mantine's and the design's variables as a static file. At run time Mantine would
 * write them into a style element, which the page's policy forbids.
 */
export function themeCss(): Plugin {
  const id = '\0virtual:theme.css';
  return {
    name: 'theme-css',
    resolveId: (source) => (source === 'virtual:theme.css' ? id : undefined),
    load: (loaded) =>
      loaded === id
        ? [defaultCssVariablesResolver, cssVariablesResolver]
            .map((resolve) => convertCssVariables(resolve(fullTheme)))
            .join('\n')
        : undefined,
  };
}
