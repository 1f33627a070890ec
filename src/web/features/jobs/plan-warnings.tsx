import { Checkbox, Stack } from '@mantine/core';
import { useState, type Ref } from 'react';
import type { PlanWarning } from '#web/jobs/job.ts';
import { Notice } from '#web/ui/notice.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type PlanWarningsProps = { warnings: readonly PlanWarning[]; ref: Ref<HTMLDivElement> };

/** What a person should know before changes are made, and what has to be ticked before that. */
export const PlanWarnings = ({ warnings, ref }: PlanWarningsProps) => (
  <Stack gap="xs" ref={ref}>
    {warnings.map(({ title, text, consent }) => (
      <Notice
        // Other words, as with another number in them, need another consent.
        key={`${title}\n${text}`}
        tone="warn"
        title={<UntrustedText text={title} />}
        actions={consent !== undefined && <Consent label={consent} />}
      >
        <UntrustedText text={text} />
      </Notice>
    ))}
  </Stack>
);

function Consent({ label }: { label: string }) {
  const [isMissing, setMissing] = useState(false);
  return (
    <Checkbox
      required
      label={label}
      error={isMissing && 'Tick this to go on'}
      aria-invalid={isMissing}
      onChange={() => setMissing(false)}
      onInvalid={(event) => {
        setMissing(true);
        event.currentTarget.focus();
      }}
    />
  );
}

/** Of these warnings: the first box that is not ticked says so and gets the focus. */
export const areTicked = (warnings: HTMLElement | null) =>
  [...(warnings?.querySelectorAll('input') ?? [])].every((box) => box.checkValidity());
