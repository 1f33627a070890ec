import { changeParts, type TextPart } from '#web/features/jobs/recent-changes/change-text.ts';
import type { RecordedChange } from '#web/jobs/changes.ts';
import { shorten } from '#web/lib/format.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

/** Each name by itself: its direction does not reach the words around it. */
export const TextParts = ({ parts }: { parts: readonly TextPart[] }) =>
  parts.map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      <strong key={index}>
        <UntrustedText text={shorten(part.name)} />
      </strong>
    ),
  );

/** What happened. */
export const ChangeLine = ({ change }: { change: RecordedChange }) => (
  <TextParts parts={changeParts(change)} />
);
