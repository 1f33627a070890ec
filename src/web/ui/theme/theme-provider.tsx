import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './mantine.module.css';

/** Mantine is only for what is hard: places, keys and focus of menus. Their look is ours. */
const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        // Inside the main landmark, where screen readers look; no child that is no menu item.
        portalProps: { target: '#main' },
        withInitialFocusPlaceholder: false,
      },
      classNames: {
        dropdown: `${styles.panel} ${styles.menu}`,
        label: styles.label,
        item: styles.item,
        itemLabel: styles.itemLabel,
        itemSection: styles.itemSection,
        itemIndicator: styles.itemIndicator,
        divider: styles.divider,
      },
    },
    Popover: { classNames: { dropdown: styles.panel } },
  },
});

export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
