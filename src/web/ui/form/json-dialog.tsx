import type { ReactNode } from 'react';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { CodeBlock } from '#web/ui/form/code-block.tsx';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { Button } from '#web/ui/parts/button.tsx';

type JsonDialogProps = { title: ReactNode; value: object; onClose: () => void };

export function JsonDialog({ title, value, onClose }: JsonDialogProps) {
  const text = JSON.stringify(value, null, 2);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <CopyTextButton label="Copy JSON" text={text} />
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <CodeBlock label="JSON" text={text} />
    </Dialog>
  );
}
