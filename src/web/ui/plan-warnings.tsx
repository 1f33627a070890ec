import { Checkbox, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { Notice } from '#web/ui/notice.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type Warning = {
  title: string;
  text: string;
  /** Text of a checkbox that has to be ticked first. */
  consent?: string;
};

/** What a person should know before a change is sent, and what has to be ticked before that. */
export function usePlanWarnings(warnings: readonly Warning[]) {
  const root = useRef<HTMLDivElement>(null);
  return {
    /** The first box that is not ticked says so and gets the focus. */
    isGiven() {
      const boxes = [...(root.current?.querySelectorAll('input') ?? [])];
      return boxes.every((box) => box.checkValidity());
    },
    element: warnings.length > 0 && (
      <Stack gap="xs" ref={root}>
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
    ),
  };
}

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
