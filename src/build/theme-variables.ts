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

/** Of Mantine's colours those that its styles and ours name; the page draws in its own. */
const COLOURS_IN_USE = ['gray', ...Object.keys(theme.colors ?? {})];

/** Parts of the provider that write style elements, switched off in `main.tsx`. */
const STYLE_WRITERS = /\/(MantineCssVariables|MantineClasses)\.mjs$/;

/** Mantine's variables as a style sheet: the provider would write a style element, which the page's policy refuses. */
export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  transform: {
    filter: { id: STYLE_WRITERS },
    handler(_code, id) {
      if (this.environment.name !== 'client') return undefined;
      return `export const ${STYLE_WRITERS.exec(id)?.[1]} = () => null;`;
    },
  },
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined;
    const merged = mergeMantineTheme(DEFAULT_THEME, theme);
    const colors = Object.fromEntries(
      Object.entries(merged.colors).filter(([name]) => COLOURS_IN_USE.includes(name)),
    ) as typeof merged.colors;
    const defaults = defaultCssVariablesResolver({ ...merged, colors });
    const variables = deepMerge(defaults, cssVariablesResolver(merged));
    return convertCssVariables(variables, ':root');
  },
});
