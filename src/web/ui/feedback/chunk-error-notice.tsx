import { createContext, use, type ReactNode } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './chunk-error-notice.module.css';

/** What a reload of the page costs. */
export const ReloadNoteContext = createContext<ReactNode>(null);

export type ChunkErrorProps = { onRetry: () => void; onClose?: (() => void) | undefined };

export const CHUNK_ERROR = 'Part of the app did not load.';

/** In place of something whose code did not load. */
export const ChunkErrorNotice = ({ onRetry }: ChunkErrorProps) => (
  <Notice
    tone="danger"
    role="alert"
    className={styles.notice}
    title={CHUNK_ERROR}
    actions={<ChunkErrorActions onRetry={onRetry} />}
  >
    <ChunkErrorText />
  </Notice>
);

export const ChunkErrorActions = ({ onRetry }: ChunkErrorProps) => (
  <>
    <Button variant="default" onClick={onRetry}>
      Try again
    </Button>
    <Button variant="default" onClick={() => location.reload()}>
      Reload the page
    </Button>
  </>
);

export function ChunkErrorText() {
  return (
    <>
      Try again. If the app was updated since you opened it, reload the page.{' '}
      {use(ReloadNoteContext)}
    </>
  );
}
