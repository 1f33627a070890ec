import { useNavigate } from 'react-router-dom';
import { signOut } from '#web/app/sign-out.ts';
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { paths } from '#web/paths.ts';
import { useSingleKeys } from '#web/ui/use-shortcuts.ts';
import {
  MenuDivider,
  MenuItem,
  MenuLabel,
  MenuPanel,
  MenuRadioGroup,
  MenuRadioItem,
} from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';

export type AccountMenuActions = {
  onShortcuts: () => void;
  /** @param opener gets the focus back */
  onRecentChanges: (opener: HTMLElement | null) => void;
};

type AccountMenuPanelProps = MenuState &
  AccountMenuActions & {
    /** Signing out would end a job. */
    onAskFirst: () => void;
  };

export function AccountMenuPanel(props: AccountMenuPanelProps) {
  const { onShortcuts, onRecentChanges, onAskFirst, ...menu } = props;
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const navigate = useNavigate();
  const singleKeys = useSingleKeys();
  return (
    <MenuPanel {...menu}>
      <MenuItem onClick={() => void navigate(paths.settings)}>Settings</MenuItem>
      <MenuItem onClick={onShortcuts} rightSection={singleKeys && <kbd aria-hidden>?</kbd>}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem onClick={() => onRecentChanges(menu.button.current)}>Recent changes</MenuItem>
      <MenuDivider />
      <MenuLabel>Colour scheme</MenuLabel>
      <MenuRadioGroup
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      >
        {Object.entries({ auto: 'System', light: 'Light', dark: 'Dark' }).map(([value, label]) => (
          <MenuRadioItem key={value} value={value}>
            {label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuDivider />
      <MenuItem onClick={() => signOut(onAskFirst)}>Sign out</MenuItem>
    </MenuPanel>
  );
}
