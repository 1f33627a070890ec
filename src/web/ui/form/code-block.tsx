import { visibleText } from '#web/lib/untrusted-text.ts';
import styles from './code-block.module.css';

/** A command or a document as it is, apart from characters that nobody would see. It scrolls by keyboard too. */
export const CodeBlock = ({ label, text }: { label: string; text: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
  <pre role="group" aria-label={label} tabIndex={0} className={styles.code}>
    {text.split('\n').map(visibleText).join('\n')}
  </pre>
);
