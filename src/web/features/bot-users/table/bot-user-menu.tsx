import type { BotUserMenuProps } from '#web/features/bot-users/table/bot-user-menu-panel.tsx';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import { RowButton } from '#web/ui/table/row-controls.tsx';

const panel = new LazyChunk(() => import('#web/features/bot-users/table/bot-user-menu-panel.tsx'));
const BotUserMenuPanel = late(panel, (parts) => parts.BotUserMenuPanel, ChunkErrorDialog);

type BotUserMenuButtonProps = BotUserMenuProps & {
  /** Of its button. */
  name: string;
  tabIndex: number | undefined;
};

export function BotUserMenu({ name, tabIndex, ...props }: BotUserMenuButtonProps) {
  const { button, menu } = useMenu(panel);
  return (
    <>
      <RowButton {...button} drawing="more" tabIndex={tabIndex} aria-label={name} />
      {menu && <BotUserMenuPanel {...menu} {...props} />}
    </>
  );
}
