import CircleUser from 'lucide-react/icons/circle-user-round';
import { useState } from 'react';
import type { AccountMenuActions } from '#web/app/account-menu-panel.tsx';
import { appParts } from '#web/app/parts.ts';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import { IconButton } from '#web/ui/parts/button.tsx';
import styles from './shell.module.css';

const panel = new LazyChunk(() => import('#web/app/account-menu-panel.tsx'));
const AccountMenuPanel = late(panel, (parts) => parts.AccountMenuPanel, ChunkErrorDialog);
const SignOutDialog = late(appParts, (parts) => parts.SignOutDialog, ChunkErrorDialog);

export function AccountMenu(props: AccountMenuActions) {
  const { button, menu } = useMenu(panel);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <IconButton {...button} aria-label="Account menu" className={styles.accountMenu}>
        <CircleUser size={18} strokeWidth={1.6} aria-hidden />
      </IconButton>
      {menu && <AccountMenuPanel {...menu} {...props} onAskFirst={() => setAsking(true)} />}
      {isAsking && <SignOutDialog onClose={() => setAsking(false)} />}
    </>
  );
}
