import X from 'lucide-react/icons/x';
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { icon } from '#web/ui/icon.ts';
import layout from '#web/ui/layout/layout.module.css';
import { focusNearest, useFocusRescue } from '#web/ui/keyboard/focus.ts';
import { IconButton } from '#web/ui/parts/button.tsx';
import styles from './side-panel.module.css';

type SidePanelProps = {
  id: string;
  /** Of the landmark. */
  label: string;
  title: string;
  /** Beside the title. */
  note?: ReactNode;
  /** Gets the focus back when the panel is closed. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

/** Not modal: a column where there is room, else a sheet over the page. Mount it to open it. */
export function SidePanel({ id, label, title, note, opener, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusRescue(panel);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useClosingWhenCovering(panel, onClose);

  function close() {
    onClose();
    // That of a receipt may be gone.
    focusNearest([opener.current, document.getElementById('main')].filter((part) => part !== null));
  }

  function closeOnEscape(event: KeyboardEvent) {
    const { key, target } = event;
    // A menu or a dialog of the panel closes first, and alone.
    const isInside = target instanceof Element && target.closest('[role="menu"], dialog') !== null;
    if (key !== 'Escape' || isInside) return;
    // The page's own Escape is for the next press.
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
        <IconButton aria-label="Close panel" onClick={close}>
          <X {...icon} />
        </IconButton>
      </header>
      {children}
    </aside>
  );
}

/** A sheet closes when the focus moves to what it covers (WCAG 2.4.11). */
function useClosingWhenCovering(panel: RefObject<HTMLElement | null>, onClose: () => void) {
  useEffect(() => {
    const closeIfCovered = ({ target }: FocusEvent) => {
      if (target instanceof Element && covers(panel.current, target)) onClose();
    };
    document.addEventListener('focusin', closeIfCovered);
    return () => document.removeEventListener('focusin', closeIfCovered);
  }, [panel, onClose]);
}

function covers(panel: HTMLElement | null, element: Element): boolean {
  if (panel === null || panel.contains(element) || element.closest('dialog')) return false;
  if (getComputedStyle(panel).position !== 'fixed') return false;
  const sheet = panel.getBoundingClientRect();
  const place = element.getBoundingClientRect();
  if (place.left < sheet.left || place.right > sheet.right) return false;
  // What is out of sight is scrolled to lie under the sheet.
  const { x, y, width, height } = place;
  const seen = document.elementFromPoint(x + width / 2, y + height / 2);
  return seen === null || panel.contains(seen);
}
