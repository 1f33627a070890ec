import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { runtimeConfig } from '#web/api/config.ts';
import { overlay } from '#web/app/overlays.tsx';
import { signOut } from '#web/app/sign-out.tsx';
import { paths } from '#web/paths.ts';
import { AnchoredMenu } from '#web/ui/anchored-menu.tsx';

const colorSchemes: Record<MantineColorScheme, string> = {
  auto: 'System',
  light: 'Light',
  dark: 'Dark',
};

type AccountMenuProps = { button: HTMLElement; onClose: () => void };

export function AccountMenu({ button, onClose }: AccountMenuProps) {
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <AnchoredMenu button={button} onClose={onClose}>
      {/* The bar of a phone has no room for it. */}
      <Menu.Label>{runtimeConfig().service_host}</Menu.Label>
      <Menu.Item onClick={() => void navigate(paths.settings)}>Settings</Menu.Item>
      <Menu.Item onClick={() => overlay.set('shortcuts')}>Keyboard shortcuts</Menu.Item>
      <Menu.Item onClick={() => overlay.set('changes')}>Recent changes</Menu.Item>
      <Menu.Item onClick={() => void navigate(paths.history)}>History</Menu.Item>
      <Menu.Item onClick={() => overlay.set('requests')}>Requests</Menu.Item>
      <Menu.Divider />
      <Menu.Label>Colour scheme</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        // The group gives back one of its own values.
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      >
        {Object.entries(colorSchemes).map(([value, label]) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item onClick={signOut}>Sign out</Menu.Item>
    </AnchoredMenu>
  );
}
