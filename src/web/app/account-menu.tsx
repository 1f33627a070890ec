import CircleUser from 'lucide-react/icons/circle-user-round';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import { IconButton } from '#web/ui/parts/button.tsx';
import styles from './shell.module.css';

const panel = new LazyChunk(() => import('#web/app/account-menu-panel.tsx'));
const AccountMenuPanel = late(panel, (parts) => parts.AccountMenuPanel, ChunkErrorDialog);

export function AccountMenu(props: { onShortcuts: () => void }) {
  const { button, menu } = useMenu(panel);
  return (
    <>
      <IconButton {...button} aria-label="Account menu" className={styles.accountMenu}>
        <CircleUser size={18} strokeWidth={1.6} aria-hidden />
      </IconButton>
      {menu && <AccountMenuPanel {...menu} {...props} />}
    </>
  );
}
