import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  deepMerge,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariablesResolver, theme } from '#web/theme.ts';

const NAME = 'virtual:theme-variables.css';

/** Mantine's variables as a style sheet: the provider would write a style element, which the page's policy refuses. */
export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined;
    const merged = mergeMantineTheme(DEFAULT_THEME, theme);
    const variables = deepMerge(defaultCssVariablesResolver(merged), cssVariablesResolver(merged));
    return convertCssVariables(variables, ':root');
  },
});
