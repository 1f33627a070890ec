import Ellipsis from 'lucide-react/icons/ellipsis';
import { useState } from 'react';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import { Button } from '#web/ui/parts/button.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './board.module.css';

export type MoreMenuProps = { all: readonly KnownRoute[]; shown: readonly KnownRoute[] };

const panel = new LazyChunk(() => import('#web/features/routes/list/more-menu-panel.tsx'));
const MoreMenuPanel = late(panel, (parts) => parts.MoreMenuPanel, ChunkErrorDialog);
const names = new LazyChunk(() => import('#web/features/routes/policies/policy-names-dialog.tsx'));
const PolicyNamesDialog = late(names, (parts) => parts.PolicyNamesDialog, ChunkErrorDialog);

export function MoreMenu(props: MoreMenuProps) {
  const { button, menu } = useMenu(panel);
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <Button
        {...button}
        variant="default"
        className={styles.dots}
        leftSection={<Ellipsis {...icon} />}
      >
        <span className={styles.words}>More</span>
      </Button>
      {menu && <MoreMenuPanel {...menu} {...props} onPolicyNames={() => setNaming(true)} />}
      {isNaming && <PolicyNamesDialog onClose={() => setNaming(false)} />}
    </>
  );
}
