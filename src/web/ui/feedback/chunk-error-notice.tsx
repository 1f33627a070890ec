import { createContext, use, type ReactNode } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/parts/button.tsx';

/** What a reload of the page costs. */
export const ReloadNoteContext = createContext<ReactNode>(null);

type ChunkErrorNoticeProps = {
  onRetry: () => void;
  className: string | undefined;
  children: ReactNode;
};

/** In place of something whose code did not load. */
export function ChunkErrorNotice({ onRetry, className, children }: ChunkErrorNoticeProps) {
  const reloadNote = use(ReloadNoteContext);
  return (
    <Notice
      tone="danger"
      role="alert"
      className={className}
      title="A part of the app did not arrive."
      actions={
        <>
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
          <Button variant="default" onClick={() => location.reload()}>
            Reload the page
          </Button>
        </>
      }
    >
      The connection was lost, or the app has been updated since you opened it: then only reloading
      helps. {children}
      {reloadNote}
    </Notice>
  );
}
