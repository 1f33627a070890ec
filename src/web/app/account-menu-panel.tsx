import { useState } from 'react';
import { session } from '#web/session/session.ts';
import { getColorScheme, setColorScheme } from '#web/lib/color-scheme.ts';
import { useSingleKeys } from '#web/ui/keyboard/use-shortcuts.ts';
import {
  MenuDivider,
  MenuItem,
  MenuLabel,
  MenuPanel,
  MenuRadioGroup,
  MenuRadioItem,
} from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';

const SCHEMES = { auto: 'System', light: 'Light', dark: 'Dark' };

type AccountMenuPanelProps = MenuState & { onShortcuts: () => void };

export function AccountMenuPanel({ onShortcuts, ...menu }: AccountMenuPanelProps) {
  const [colorScheme, setChosen] = useState(getColorScheme);
  const singleKeys = useSingleKeys();
  return (
    <MenuPanel {...menu}>
      <MenuItem onClick={onShortcuts} rightSection={singleKeys && <kbd aria-hidden>?</kbd>}>
        Keyboard shortcuts
      </MenuItem>
      <MenuDivider />
      <MenuLabel>Colour scheme</MenuLabel>
      <MenuRadioGroup
        value={colorScheme}
        onChange={(scheme) => {
          setChosen(scheme);
          setColorScheme(scheme);
        }}
      >
        {Object.entries(SCHEMES).map(([value, label]) => (
          <MenuRadioItem key={value} value={value}>
            {label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuDivider />
      <MenuItem onClick={() => session.end('signed-out')}>Sign out</MenuItem>
    </MenuPanel>
  );
}
