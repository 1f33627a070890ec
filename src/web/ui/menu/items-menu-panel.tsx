import type { MenuChoice } from '#web/ui/menu/items-menu.tsx';
import { CopyMenuItem, MenuItem, MenuPanel } from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';

export const ItemsMenuPanel = ({
  items,
  ...menu
}: MenuState & { items: readonly MenuChoice[] }) => (
  <MenuPanel {...menu}>
    {items.map((item) =>
      'copy' in item ? (
        <CopyMenuItem key={item.label} label={item.label} text={item.copy} />
      ) : (
        <MenuItem key={item.label} onClick={item.onChoose}>
          {item.label}
        </MenuItem>
      ),
    )}
  </MenuPanel>
);
