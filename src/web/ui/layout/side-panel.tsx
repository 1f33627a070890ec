import { ActionIcon } from '@mantine/core';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { icon } from '#web/ui/theme/icon.ts';
import layout from '#web/ui/layout/layout.module.css';
import { useFocusRescue } from '#web/ui/keyboard/focus.ts';
import styles from './side-panel.module.css';

type SidePanelProps = {
  id: string;
  /** What assistive technology calls the landmark. */
  label: string;
  title: string;
  /** Beside the title, and no part of its name. */
  note?: ReactNode;
  /** Gets the focus back when the panel is closed. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Something to look at beside the page, not modal: a column where there is room for one, else a sheet over the page.
 * Mount it to open it; the focus starts at its heading.
 */
export function SidePanel({ id, label, title, note, opener, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusRescue(panel);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useClosingWhenCovering(panel, onClose);

  function close() {
    onClose();
    opener.current?.focus({ preventScroll: true });
  }

  function closeOnEscape(event: KeyboardEvent) {
    const { key, target } = event;
    // A menu or a dialog of the panel closes first, and alone.
    const isInside = target instanceof Element && target.closest('[role="menu"], dialog') !== null;
    if (key !== 'Escape' || isInside) return;
    // It is used up: the page's own Escape is for the next press.
    event.preventDefault();
    close();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, for whatever has the focus in it
    <aside
      ref={panel}
      id={id}
      aria-label={label}
      className={styles.panel}
      onKeyDown={closeOnEscape}
    >
      <header className={styles.header}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {note}
        <span className={layout.grow} />
        <ActionIcon aria-label="Close panel" onClick={close}>
          <X {...icon} />
        </ActionIcon>
      </header>
      {children}
    </aside>
  );
}

/** A sheet gives way to whoever goes on with the keyboard to what lies under it: a focus must be seen. */
function useClosingWhenCovering(panel: RefObject<HTMLElement | null>, onClose: () => void) {
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      if (target instanceof Element && covers(panel.current, target)) onClose();
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [panel, onClose]);
}

function covers(panel: HTMLElement | null, element: Element): boolean {
  if (panel === null || panel.contains(element) || element.closest('dialog')) return false;
  if (getComputedStyle(panel).position !== 'fixed') return false;
  const sheet = panel.getBoundingClientRect();
  const place = element.getBoundingClientRect();
  if (place.left < sheet.left || place.right > sheet.right) return false;
  // What lies above the sheet is seen; what is out of sight still comes to lie under it.
  const { x, y, width, height } = place;
  const seen = document.elementFromPoint(x + width / 2, y + height / 2);
  return seen === null || panel.contains(seen);
}
