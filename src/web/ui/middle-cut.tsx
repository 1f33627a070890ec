import { UntrustedParts } from '#web/ui/untrusted-text.tsx';
import styles from './middle-cut.module.css';

/** Enough for what tells names of one kind apart, and for the end of an id in brackets. */
const END = 10;

/** Letters that run from left to right: of other scripts the end may not be at the right. */
const ENDS_AT_THE_RIGHT = /^[ -\u058f…]*$/;

/** The class of a link or a box that holds a `MiddleCut` and nothing else. */
export const middleCut = styles.line;

/**
 * A text of one line that is cut in its middle where there is no room: names of one kind begin alike. All of it stays in
 * the document as one text, for readers, search and copying; the end is drawn over it by style alone, without measuring.
 */
export function MiddleCut({ text }: { text: string }) {
  return (
    <span
      dir="auto"
      className={styles.text}
      data-end={
        text.length > 2 * END && ENDS_AT_THE_RIGHT.test(text) ? text.slice(-END) : undefined
      }
    >
      <UntrustedParts text={text} />
    </span>
  );
}
