import '#web/styles/more.css';
import { Menu, Popover, type MenuProps, type PopoverProps } from '@mantine/core';
import { useId, useImperativeHandle, type ReactNode, type Ref } from 'react';
import { useCopy } from '#web/ui/form/copy-button.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';
import styles from './menu-panel.module.css';

export const MenuItem = Menu.Item;
export const MenuDivider = Menu.Divider;
export const MenuLabel = Menu.Label;
export const MenuRadioGroup = Menu.RadioGroup;
export const MenuRadioItem = Menu.RadioItem;
export const MenuCheckboxItem = Menu.CheckboxItem;

const { panel, menu, item, itemLabel, itemSection, itemIndicator, label, divider } = styles;

/** Of both. The focus goes back to the button by `onClose`. */
const panelProps = ({ buttonId, onClose }: MenuState): MenuProps & PopoverProps => ({
  id: buttonId,
  opened: true,
  onChange: onClose,
  returnFocus: false,
  position: 'bottom-end',
  // Inside the main landmark, where screen readers look.
  portalProps: { target: '#main' },
  hideDetached: false,
});

type PanelProps = MenuState & {
  className?: string | undefined;
  withinPortal?: boolean;
  children: ReactNode;
};

/** Mantine is only for what is hard: places, keys, focus. The look is ours. */
export function MenuPanel({ className, withinPortal = true, children, ...state }: PanelProps) {
  return (
    <Menu
      {...panelProps(state)}
      withinPortal={withinPortal}
      // No child that is no menu item.
      withInitialFocusPlaceholder={false}
      classNames={{
        dropdown: `${panel} ${menu}`,
        item,
        itemLabel,
        itemSection,
        itemIndicator,
        label,
        divider,
      }}
    >
      <Menu.Target>
        <Anchor button={state.button} />
      </Menu.Target>
      <Menu.Dropdown className={className}>{children}</Menu.Dropdown>
    </Menu>
  );
}

export function PopoverPanel({ className, children, ...state }: PanelProps) {
  return (
    <Popover {...panelProps(state)} trapFocus classNames={{ dropdown: panel }}>
      <Popover.Target>
        <Anchor button={state.button} />
      </Popover.Target>
      <Popover.Dropdown className={className}>{children}</Popover.Dropdown>
    </Popover>
  );
}

/** Stands for the button, which was there long before. */
function Anchor({ ref, button }: Pick<MenuState, 'button'> & { ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => button.current as HTMLElement);
  return null;
}

/** The menu stays open to show the confirmation. */
export function CopyMenuItem({ text, label: name }: { text: string; label: string }) {
  const { copy, said, fallback } = useCopy(text);
  return (
    <>
      <MenuItem aria-label={name} closeMenuOnClick={false} onClick={copy} rightSection={said}>
        {name}
      </MenuItem>
      {fallback}
    </>
  );
}

/**
 * A command that cannot act on its row. It stays in its place and can be reached, so that its reason is read out.
 *
 * @param props `reason`: id of the element that says why; `text`: the reason itself, shown here
 */
export function InertMenuItem(props: { label: string } & ({ reason: string } | { text: string })) {
  const id = useId();
  const text = 'text' in props && props.text;
  return (
    <MenuItem
      aria-label={props.label}
      aria-disabled
      aria-describedby={'reason' in props ? props.reason : id}
      closeMenuOnClick={false}
    >
      {props.label}
      {text && (
        <small id={id} className={styles.reason}>
          {text}
        </small>
      )}
    </MenuItem>
  );
}
