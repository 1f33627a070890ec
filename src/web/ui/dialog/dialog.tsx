import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';

export type DialogProps = {
  role?: 'dialog' | 'alertdialog';
  title: ReactNode;
  /** Escape was pressed. A dialog that waits for an answer may stay open. */
  onClose: () => void;
  /** Where the focus goes afterwards; default what had it before. A menu item is gone by then: name its button. */
  returnFocusTo?: HTMLElement | null | undefined;
  wide?: boolean;
  footer: ReactNode;
  children: ReactNode;
};

/**
 * A modal dialog; mount it to open it.
 *
 * The native element brings the focus trap, Escape, the inert page behind it and the top layer. The focus starts
 * at the descendant with `data-autofocus`, else at the heading.
 */
export function Dialog({
  role = 'dialog',
  title,
  onClose,
  returnFocusTo,
  wide,
  footer,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const returnTo = useRef(returnFocusTo);
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const before = returnTo.current ?? document.activeElement;
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
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);

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
    </dialog>
  );
}
