import { CopyButton } from '#web/ui/copy.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

/** Codes, request ids and the service's own words, line by line: closed, for no sentence needs them. */
export function Details({ text }: { text: string | undefined }) {
  if (text === undefined || text === '') return null;
  return (
    <details>
      <summary>Details</summary>
      {text.split('\n').map((line, index) => (
        <p key={index} className="dim">
          <UntrustedText text={line} />
        </p>
      ))}
      <CopyButton label="Copy details" text={text} />
    </details>
  );
}
