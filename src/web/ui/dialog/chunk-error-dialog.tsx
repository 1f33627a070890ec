import { Dialog } from '#web/ui/dialog/dialog.tsx';
import {
  CHUNK_ERROR,
  ChunkErrorActions,
  ChunkErrorText,
  type ChunkErrorProps,
} from '#web/ui/feedback/chunk-error-notice.tsx';
import { Button } from '#web/ui/parts/button.tsx';

/** In place of a dialog or a panel. */
export const ChunkErrorDialog = ({ onRetry, onClose }: ChunkErrorProps) => (
  <Dialog
    role="alertdialog"
    title={CHUNK_ERROR}
    onClose={() => onClose?.()}
    footer={
      <>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        )}
        <ChunkErrorActions onRetry={onRetry} />
      </>
    }
  >
    <ChunkErrorText />
  </Dialog>
);
