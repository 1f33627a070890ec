import { Button } from '@mantine/core';
import { createContext, use, type ReactNode } from 'react';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import layout from '#web/ui/layout/layout.module.css';

/** What a reload of the page costs. */
export const ReloadNoteContext = createContext<ReactNode>(null);

export type ChunkErrorProps = { onRetry: () => void; onClose?: (() => void) | undefined };

const TITLE = 'A part of the app did not arrive.';

/** In place of something whose code did not load. */
export const ChunkErrorNotice = ({ onRetry }: ChunkErrorProps) => (
  <Notice
    tone="danger"
    role="alert"
    className={layout.inCard}
    title={TITLE}
    actions={<Actions onRetry={onRetry} />}
  >
    <Why />
  </Notice>
);

/** In place of a dialog or a panel. */
export const ChunkErrorDialog = ({ onRetry, onClose }: ChunkErrorProps) => (
  <Dialog
    role="alertdialog"
    title={TITLE}
    onClose={() => onClose?.()}
    footer={
      <>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        )}
        <Actions onRetry={onRetry} />
      </>
    }
  >
    <Why />
  </Dialog>
);

const Actions = ({ onRetry }: ChunkErrorProps) => (
  <>
    <Button variant="default" onClick={onRetry}>
      Try again
    </Button>
    <Button variant="default" onClick={() => location.reload()}>
      Reload the page
    </Button>
  </>
);

function Why() {
  return (
    <>
      The connection was lost, or the app has been updated since you opened it: then only reloading
      helps. {use(ReloadNoteContext)}
    </>
  );
}
