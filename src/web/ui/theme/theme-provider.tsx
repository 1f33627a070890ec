import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from '#web/ui/theme/theme.ts';

/** Variables and global classes are static files: the page's policy allows no style element. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
