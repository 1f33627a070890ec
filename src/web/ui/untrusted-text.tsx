import { shorten } from '#web/lib/format.ts';
import { isPlain, visibleParts, visibleText } from '#web/lib/untrusted-text.ts';
import styles from './untrusted-text.module.css';

/** More than the longest error text: 300 characters, each written out, and our own words. */
const TEXT_MAX = 3000;

/** Text of the service or another person: isolated in direction, invisible characters written out and marked. */
export function UntrustedText({ text }: { text: string }) {
  const parts = <UntrustedParts text={text} />;
  return isPlain(text) ? parts : <bdi>{parts}</bdi>;
}

/** For what has `dir="auto"` itself: that does not look into a `bdi`. */
export function UntrustedParts({ text }: { text: string }) {
  if (isPlain(text)) return shorten(text, TEXT_MAX);
  return visibleParts(shorten(visibleText(text), TEXT_MAX)).map((part, index) =>
    part.code === undefined ? (
      part.text
    ) : (
      <span key={index} className={styles.odd} title={part.code}>
        {part.text}
      </span>
    ),
  );
}

/** What something is called, within a sentence. */
export const UntrustedName = ({ text }: { text: string }) => (
  <strong>
    <UntrustedText text={shorten(text)} />
  </strong>
);

/** A sentence of ours around a name, whose place is the first `#`: `named('Delete #?', name)`. */
export function named(sentence: string, name: string) {
  const [before, ...after] = sentence.split('#');
  return (
    <>
      {before}
      <UntrustedName text={name} />
      {after.join('#')}
    </>
  );
}

export const UntrustedCode = ({ text }: { text: string }) => (
  <code>
    <UntrustedText text={text} />
  </code>
);
