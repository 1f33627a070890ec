import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import { Button } from '#web/ui/parts/button.tsx';

export type MenuChoice = { label: string } & ({ onChoose: () => void } | { copy: string });

const panel = new LazyChunk(() => import('#web/ui/menu/items-menu-panel.tsx'));
const ItemsMenuPanel = late(panel, (parts) => parts.ItemsMenuPanel, ChunkErrorDialog);

/** A button that opens a menu of what is pressed seldom. */
export function ItemsMenu({ label, items }: { label: string; items: readonly MenuChoice[] }) {
  const { button, menu } = useMenu(panel);
  return (
    <>
      <Button {...button} variant="default">
        {label}
      </Button>
      {menu && <ItemsMenuPanel {...menu} items={items} />}
    </>
  );
}
