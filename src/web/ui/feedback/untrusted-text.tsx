import { shorten } from '#web/lib/format.ts';
import { visibleParts, visibleText } from '#web/lib/untrusted-text.ts';
import styles from './untrusted-text.module.css';

/** More than the longest refusal: 300 characters, each of them written out, and our own words. */
const TEXT_MAX = 3000;

/** Nothing in it can be hidden or change direction; most names and shortened ids, of which a table shows hundreds. */
const PLAIN = /^[ -~…]*$/;

/**
 * Text of the service or of another person: its direction stays its own, and what cannot be seen is written out and
 * marked. Names of controls and titles take `toSafeLine`, of which this is the form in the page.
 */
export function UntrustedText({ text }: { text: string }) {
  if (PLAIN.test(text)) return shorten(text, TEXT_MAX);
  return (
    <bdi>
      {visibleParts(shorten(visibleText(text), TEXT_MAX)).map((part, index) =>
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
