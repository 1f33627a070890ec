import Bookmark from 'lucide-react/icons/bookmark';
import { useState } from 'react';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import { icon } from '#web/ui/theme/icon.ts';
import { Button } from '#web/ui/parts/button.tsx';

const panel = new LazyChunk(
  () => import('#web/features/bot-users/saved-views/saved-views-panel.tsx'),
);
const SavedViewsPanel = late(panel, (parts) => parts.SavedViewsPanel, ChunkErrorDialog);
const SaveViewDialog = late(panel, (parts) => parts.SaveViewDialog, ChunkErrorDialog);

/** Named addresses of the list, kept on this device. */
export function SavedViewsMenu() {
  const { button, menu } = useMenu(panel);
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <Button {...button} variant="subtle" size="xs" leftSection={<Bookmark {...icon} />}>
        Views
      </Button>
      {menu && <SavedViewsPanel {...menu} onSave={() => setSaving(true)} />}
      {isSaving && <SaveViewDialog onClose={() => setSaving(false)} />}
    </>
  );
}
