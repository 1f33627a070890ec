import type { ReactNode } from 'react';
import styles from './versions.module.css';

/** A part of one version beside others: bold where it differs from what is live now, and said by a hidden word. */
export const Differs = ({ when, children }: { when: boolean; children: ReactNode }) =>
  when ? (
    <mark className={styles.mark}>
      {children}
      <span className="visually-hidden"> (differs)</span>
    </mark>
  ) : (
    <span className={styles.same}>{children}</span>
  );

export const DIFFERS_NOTE = 'Bold: differs from what is live now.';
