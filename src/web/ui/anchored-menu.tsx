import { Menu } from '@mantine/core';
import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  type ReactNode,
  type Ref,
} from 'react';
import { useCopy, type CopyProps } from '#web/ui/copy.tsx';
import { useReturnFocus } from '#web/ui/focus.ts';
import { useCloseOnLeave } from '#web/ui/leaving.ts';

type AnchoredMenuProps = {
  /** The pressed button. It stays a plain button, so that no row pays for a menu before one is opened. */
  button: HTMLElement;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A menu for many buttons: mount it to open it at the one that was pressed, which gets the focus back; where its row has
 * gone, what is around it.
 */
export function AnchoredMenu({ button, onClose, children }: AnchoredMenuProps) {
  useReturnFocus();
  useCloseOnLeave(onClose);
  // When its row goes, it would stay in the corner of the window.
  const closeAway = useEffectEvent((isSeen?: boolean) => isSeen || onClose());
  useEffect(() => {
    const observer = new IntersectionObserver(([seen]) => closeAway(seen?.isIntersecting));
    observer.observe(button);
    return () => observer.disconnect();
  }, [button]);
  return (
    <Menu
      opened
      onChange={() => {
        button.focus({ preventScroll: true });
        onClose();
      }}
      returnFocus={false}
    >
      <Menu.Target>
        <Pressed button={button} />
      </Menu.Target>
      <Menu.Dropdown
        ref={takeFocus}
        aria-label={button.getAttribute('aria-label') ?? button.textContent}
      >
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

/** At once: Mantine moves it to the first item a moment later, and until then Escape would be the button's. */
const takeFocus = (menu: HTMLElement | null) => menu?.focus({ preventScroll: true });

/** Gives the menu a button that is drawn elsewhere. */
function Pressed({ button, ref }: { button: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => button, [button]);
  return null;
}

type CommandItemProps = {
  label: string;
  /** Why it cannot act now: it stays in its place and can be reached, so that its reason is read out. */
  refusal?: string | undefined;
  isDanger?: boolean | undefined;
  onClick?: () => void;
};

export function CommandItem({ label, refusal, isDanger, onClick }: CommandItemProps) {
  const id = useId();
  if (refusal === undefined)
    return (
      <Menu.Item {...(isDanger && { color: 'danger' })} onClick={onClick}>
        {label}
      </Menu.Item>
    );
  return (
    <Menu.Item aria-disabled aria-label={label} aria-describedby={id} closeMenuOnClick={false}>
      {label}
      <small id={id} className="dim">
        <br />
        {refusal}
      </small>
    </Menu.Item>
  );
}

/** The menu stays open to show the confirmation. */
export function CopyMenuItem({ text, label }: CopyProps) {
  const { copied, copy, byHand } = useCopy();
  return (
    <>
      <Menu.Item
        aria-label={label}
        closeMenuOnClick={false}
        rightSection={copied !== undefined && 'Copied'}
        onClick={() => copy(text)}
      >
        {label}
      </Menu.Item>
      {byHand}
    </>
  );
}
