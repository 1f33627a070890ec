import { visibleParts } from '#web/visible-text.ts';
import styles from './foreign-text.module.css';

/**
 * Text of the service or of another person: its direction stays its own, and what cannot be seen is written out and
 * marked. Names of controls and titles take `visibleText`, of which this is the form in the page.
 */
export function ForeignText({ text }: { text: string }) {
  return (
    <bdi>
      {visibleParts(text).map((part, index) =>
        part.code === undefined ? (
          part.text
        ) : (
          <span key={index} className={styles.odd} title={part.code}>
            {part.text}
          </span>
        ),
      )}
    </bdi>
  );
}
