import { Menu } from '@mantine/core';

/**
 * A command that cannot act on its row. It stays in its place and can be reached, so that its reason is read out.
 *
 * @param reason id of the element that says why
 */
export function InertMenuItem({ label, reason }: { label: string; reason: string }) {
  return (
    <Menu.Item aria-disabled aria-describedby={reason} closeMenuOnClick={false}>
      {label}
    </Menu.Item>
  );
}
