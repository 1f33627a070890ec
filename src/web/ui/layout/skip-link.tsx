import type { RefObject } from 'react';
import styles from './skip-link.module.css';

type SkipLinkProps = { target: RefObject<HTMLElement | null>; children: string };

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
