import type { RefObject } from 'react';
import styles from './skip-link.module.css';

type SkipLinkProps = {
  /** Gets the focus; can have it by `tabIndex={-1}`. */
  target: RefObject<HTMLElement | null>;
  children: string;
};

/** Past a part with many controls; seen only by whoever comes to it with the keyboard. */
export function SkipLink({ target, children }: SkipLinkProps) {
  return (
    <button
      type="button"
      role="link"
      className={styles.skip}
      onClick={() => target.current?.focus()}
    >
      {children}
    </button>
  );
}
