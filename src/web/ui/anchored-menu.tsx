import { Menu } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useCopy, type CopyProps } from '#web/ui/copy.tsx';

type AnchoredMenuProps = {
  /** The pressed button. It stays a plain button, so that no row pays for a menu before one is opened. */
  button: HTMLElement;
  onClose: () => void;
  children: ReactNode;
};

/** A menu for many buttons: mount it to open it at the one that was pressed, which gets the focus back. */
export function AnchoredMenu({ button, onClose, children }: AnchoredMenuProps) {
  useViewportSize(); // In a window of another size the button has another place.
  const { left, right, top, height } = button.getBoundingClientRect();
  return (
    <Menu
      opened
      onChange={() => {
        button.focus({ preventScroll: true });
        onClose();
      }}
      returnFocus={false}
    >
      {/* In the page itself: inside of a part that sticks its place would be another. */}
      {createPortal(
        <Menu.Target>
          <span
            aria-hidden
            style={{
              position: 'absolute',
              left: left + window.scrollX,
              top: top + window.scrollY,
              width: right - left,
              height,
              pointerEvents: 'none',
            }}
          />
        </Menu.Target>,
        document.body,
      )}
      <Menu.Dropdown aria-label={button.getAttribute('aria-label') ?? button.textContent}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
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
