import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './details.module.css';

/** Codes, request ids and the service's own words, line by line: closed, for no sentence needs them. */
export function Details({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <details className={styles.details}>
      <summary>Details</summary>
      {text.split('\n').map((line, index) => (
        <p key={index}>
          <UntrustedText text={line} />
        </p>
      ))}
    </details>
  );
}
