import { SelectFromListDialog } from '#web/features/bot-users/bulk/select-from-list-dialog.tsx';
import type { BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { ExportPanel } from '#web/features/bot-users/export/export-panel.tsx';
import type { Exports } from '#web/features/bot-users/export/use-export.tsx';
import type { MoreDialogName } from '#web/features/bot-users/list/more-panel.tsx';
import { SaveViewDialog } from '#web/features/bot-users/saved-views/saved-views-items.tsx';
import type { useMenu } from '#web/ui/menu/use-menu.ts';

type MoreDialogProps = {
  dialog: MoreDialogName;
  list: BotUserListState;
  exports: Exports;
  isSelecting: boolean;
  /** The button of the menu. */
  opener: ReturnType<typeof useMenu>['button'];
  onClose: () => void;
};

/** What an entry of the menu opens, which has closed by then. */
export function MoreDialog({
  dialog,
  list,
  exports,
  isSelecting,
  opener,
  onClose,
}: MoreDialogProps) {
  if (dialog === 'from-list') return <SelectFromListDialog list={list} onClose={onClose} />;
  if (dialog === 'save-view') return <SaveViewDialog onClose={onClose} />;
  return (
    <ExportPanel
      buttonId={opener.id}
      button={opener.ref}
      exports={exports}
      what={isSelecting ? 'selected' : 'shown'}
      onClose={() => {
        opener.ref.current?.focus({ preventScroll: true });
        onClose();
      }}
    />
  );
}
