import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { focusNearest, partsAround, rememberOpener } from '#web/ui/keyboard/focus.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import styles from './dialog.module.css';

export type DialogProps = {
  role?: 'dialog' | 'alertdialog';
  title: ReactNode;
  /** Escape was pressed. A busy dialog may stay open. */
  onClose: () => void;
  wide?: boolean;
  footer: ReactNode;
  children: ReactNode;
};

/**
 * A modal dialog; mount it to open it. The focus starts at the descendant with `data-autofocus`, else at the heading,
 * and goes back to where it was: for the item of a menu to the menu's button, for what has gone to what was around it.
 */
export function Dialog({ role = 'dialog', title, onClose, wide, footer, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Asked before this is in the document: then the item of a menu is gone.
  const [opener] = useState(() => partsAround(document.activeElement));
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    rememberOpener(element, opener);
    element.showModal();
    // After several Escapes browsers close a dialog whatever the page says; this one closes by being unmounted.
    const reopen = () => element.showModal();
    element.addEventListener('close', reopen);
    // A long content begins at its heading, whatever has the focus.
    (element.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current)?.focus({
      preventScroll: true,
    });
    element.scrollTop = 0;
    return () => {
      element.removeEventListener('close', reopen);
      element.close();
      focusNearest(opener);
    };
  }, [opener]);

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-text` : undefined}
      className={`${styles.dialog} ${wide ? styles.wide : ''}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 ref={heading} id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      <div id={`${id}-text`} className={styles.body}>
        {children}
      </div>
      <div className={styles.footer}>{footer}</div>
      <AnnounceRegion />
    </dialog>
  );
}
