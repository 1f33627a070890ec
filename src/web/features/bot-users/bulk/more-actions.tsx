import type { MoreActionsProps } from '#web/features/bot-users/bulk/more-actions-panel.tsx';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import { Button } from '#web/ui/parts/button.tsx';

const panel = new LazyChunk(() => import('#web/features/bot-users/bulk/more-actions-panel.tsx'));
const MoreActionsPanel = late(panel, (parts) => parts.MoreActionsPanel, ChunkErrorDialog);

export function MoreActions(props: MoreActionsProps) {
  const { button, menu } = useMenu(panel);
  return (
    <>
      <Button {...button} size="xs" variant="default">
        More
      </Button>
      {menu && <MoreActionsPanel {...menu} {...props} />}
    </>
  );
}
