import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import CircleUser from 'lucide-react/icons/circle-user-round';
import { session } from '#web/session/session.ts';
import { useSingleKeys } from '#web/ui/keyboard/use-shortcuts.ts';
import { IconButton } from '#web/ui/parts/button.tsx';
import styles from './shell.module.css';

const SCHEMES = { auto: 'System', light: 'Light', dark: 'Dark' };

export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  // Without `keepTransitions` Mantine writes a style element, which the page's policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const singleKeys = useSingleKeys();
  return (
    <Menu>
      <Menu.Target>
        <IconButton aria-label="Account menu" className={styles.accountMenu}>
          <CircleUser size={18} strokeWidth={1.6} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onShortcuts} rightSection={singleKeys && <kbd aria-hidden>?</kbd>}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colour scheme</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)} // one of SCHEMES
        >
          {Object.entries(SCHEMES).map(([value, label]) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => session.end('signed-out')}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
