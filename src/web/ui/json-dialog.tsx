import '#web/styles/more.css';
import { Button, Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type JsonDialogProps = { title: ReactNode; value: object; onClose: () => void };

export function JsonDialog({ title, value, onClose }: JsonDialogProps) {
  const text = jsonOf(value);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <CopyButton label="Copy JSON" text={text} />
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {/* It scrolls, so the keyboard has to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Code block tabIndex={0} role="group" aria-label="JSON" mah="50vh">
        {visibleText(text)}
      </Code>
    </Dialog>
  );
}

function jsonOf(value: object): string {
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    return 'Nested too deep to be shown.';
  }
}
