import { useSyncExternalStore } from 'react';
import { undoRequest } from '#web/jobs/current-job.ts';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';

const parts = new LazyChunk(() => import('#web/features/jobs/recent-changes/late-changes.ts'));

export const RecentChangesPanel = late(parts, (each) => each.RecentChangesPanel, ChunkErrorDialog);
// Without them the receipt still has its other buttons.
const nothing = () => null;
export const ChangesButton = late(parts, (each) => each.ChangesButton, nothing);
export const ReceiptKeys = late(parts, (each) => each.ReceiptKeys, nothing);
const UndoChange = late(parts, (each) => each.UndoChange, ChunkErrorDialog);

/** Does what an Undo asks for, on whatever page. */
export function UndoHost() {
  const request = useSyncExternalStore(undoRequest.subscribe, undoRequest.get);
  return request && <UndoChange request={request} onClose={() => undoRequest.set(undefined)} />;
}
