import { createTheme, MantineProvider, rem } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from '#web/ui/theme/theme.ts';
import styles from './mantine.module.css';

const themeWithParts = createTheme({
  ...theme,
  components: {
    Button: {
      defaultProps: { color: 'action', size: 'sm' },
      classNames: {
        root: styles.button,
        label: styles.buttonLabel,
        section: styles.buttonSection,
      },
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', size: rem(28) },
      classNames: { root: styles.actionIcon },
    },
    Input: { classNames: { input: styles.input } },
    InputWrapper: {
      classNames: {
        root: styles.field,
        label: styles.label,
        description: styles.description,
        error: styles.error,
      },
    },
    Badge: {
      defaultProps: { variant: 'light' },
      classNames: { root: styles.badge, label: styles.badgeLabel },
    },
    Checkbox: { classNames: { input: styles.checkbox, icon: styles.checkboxIcon } },
    Skeleton: { classNames: { root: styles.skeleton } },
  },
});

/** Variables and global classes are static files: the page's policy allows no style element. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={themeWithParts}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
