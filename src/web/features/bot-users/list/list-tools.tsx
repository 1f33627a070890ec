import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import type { BulkCommand } from '#web/features/bot-users/selection/bulk-command.ts';
import type { BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import type { Exports } from '#web/features/bot-users/export/use-export.tsx';
import { listMenus, listParts } from '#web/features/bot-users/list-parts.ts';
import type { MoreDialogName } from '#web/features/bot-users/list/more-panel.tsx';
import {
  hasFilter,
  listViewParams,
  type ListView,
  type Status,
} from '#web/features/bot-users/view/list-view.ts';
import { formatNumber } from '#web/lib/format.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { useShortcuts, useSingleKeys } from '#web/ui/use-shortcuts.ts';
import layout from '#web/ui/layout/layout.module.css';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import type { useViewParams } from '#web/ui/use-view-params.ts';
import { icon } from '#web/ui/icon.ts';
import { Button, IconButton } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import styles from './list-tools.module.css';

const MoreFilters = late(listParts, (parts) => parts.MoreFilters);
const ExportPanel = late(listMenus, (parts) => parts.ExportPanel, ChunkErrorDialog);
const MorePanel = late(listMenus, (parts) => parts.MorePanel, ChunkErrorDialog);
const MoreDialog = late(listMenus, (parts) => parts.MoreDialog, ChunkErrorDialog);

type ListToolsProps = {
  list: BotUserListState;
  view: ListView;
  address: ReturnType<typeof useViewParams>;
  exports: Exports;
  /** Opens what the field holds, if that is an id. */
  onEnter: (text: string) => void;
  /** What the menu holds of the bar of the selection. */
  bulk: RefObject<readonly BulkCommand[] | null>;
  /** That bar, in place of what is not for the selected; nothing while none is. */
  children: ReactNode;
};

export function ListTools(props: ListToolsProps) {
  const { list, view, address, exports, onEnter, bulk, children } = props;
  const { loaded, active } = list;
  const more = useMenu(listMenus);
  const exporting = useMenu(listMenus);
  const hasMore = view.from + view.to !== '' || view.duplicates || view.by === 'groups';
  const [isOpen, setOpen] = useState(hasMore);
  const [dialog, setDialog] = useState<MoreDialogName>();
  const singleKeys = useSingleKeys();
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ key: '/', does: 'Filter loaded bot users', run: () => field.current?.focus() }]);
  const isSelecting = Boolean(children);
  const exportLabel = `Export ${formatNumber(exports.source.shown.rows.length)} shown`;

  function pressKey({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
    if (key === 'Enter') onEnter(currentTarget.value);
  }

  return (
    <>
      <div
        className={`${layout.tools} ${styles.tools}`}
        data-open={isOpen || undefined}
        data-selecting={isSelecting || undefined}
      >
        <TextInput
          ref={field}
          type="search"
          className={styles.search}
          aria-label="Filter loaded bot users"
          aria-describedby="bot-user-count"
          aria-keyshortcuts={singleKeys ? '/' : undefined}
          placeholder="Name or id"
          leftSection={<Search {...icon} />}
          value={address.text}
          error={address.textError && <FieldError text={address.textError} alert />}
          onKeyDown={pressKey}
          onChange={(event) => address.setText(event.currentTarget.value)}
        />
        <div className={styles.status}>
          <Segmented<Status>
            legend="Status"
            value={view.status}
            onChange={(status) => address.set(listViewParams({ status }))}
            options={[
              { value: 'all', text: 'All' },
              { value: 'active', text: 'Active', name: 'Only active', count: formatNumber(active) },
              {
                value: 'inactive',
                text: 'Inactive',
                name: 'Only inactive',
                count: formatNumber(loaded - active),
              },
            ]}
          />
        </div>
        {children}
        {!isSelecting && (
          <>
            <Button
              variant="subtle"
              size="xs"
              className={styles.filter}
              data-on={hasFilter(view) || undefined}
              aria-expanded={isOpen}
              leftSection={<ListFilter {...icon} />}
              onClick={() => setOpen(!isOpen)}
            >
              Filter
            </Button>
            <span className={`${layout.grow} ${styles.export}`} />
            <BusyButton
              {...exporting.button}
              variant="subtle"
              size="xs"
              className={styles.export}
              busy={exports.busy}
              leftSection={<Download {...icon} />}
            >
              {exportLabel}
            </BusyButton>
          </>
        )}
        <IconButton {...more.button} aria-label="More">
          <Ellipsis {...icon} />
        </IconButton>
      </div>
      {isOpen && <MoreFilters view={view} onChange={address.set} />}
      {exporting.menu && <ExportPanel {...exporting.menu} exports={exports} what="shown" />}
      {more.menu && (
        <MorePanel
          {...more.menu}
          {...{ list, bulk, exportLabel }}
          showsFilters={isOpen}
          onFilters={() => setOpen(!isOpen)}
          onDialog={setDialog}
        />
      )}
      {dialog && (
        <MoreDialog
          {...{ dialog, list, exports, isSelecting }}
          opener={more.button}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}
