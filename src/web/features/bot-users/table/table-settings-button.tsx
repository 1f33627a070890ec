import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import { IconButton } from '#web/ui/parts/button.tsx';
import styles from './table-settings-button.module.css';

const panel = new LazyChunk(() => import('#web/features/bot-users/table/table-settings-panel.tsx'));
const TableSettingsPanel = late(panel, (parts) => parts.TableSettingsPanel, ChunkErrorDialog);

export function TableSettingsButton() {
  const { button, menu } = useMenu(panel, 'dialog');
  return (
    <>
      <IconButton {...button} aria-label="Table settings" className={styles.button} />
      {menu && <TableSettingsPanel {...menu} />}
    </>
  );
}
