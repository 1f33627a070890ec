import { useState, type RefObject } from 'react';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { curlOf } from '#web/api/call.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { useWork, type BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { useReadAgain } from '#web/features/bot-users/list/use-loading.ts';
import type { BulkCommand } from '#web/features/bot-users/selection/bulk-command.ts';
import { SavedViews } from '#web/features/bot-users/saved-views/saved-views-items.tsx';
import { useSelectedIds } from '#web/features/bot-users/selection/use-selection.ts';
import {
  CopyMenuItem,
  InertMenuItem,
  MenuCheckboxItem,
  MenuDivider,
  MenuItem,
  MenuPanel,
} from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';
import styles from './more-panel.module.css';

type MorePanelProps = MenuState & {
  /** What can be done with the selected; `null`: nothing is. */
  bulk: RefObject<readonly BulkCommand[] | null>;
  list: BotUserListState;
  showsFilters: boolean;
  onFilters: () => void;
  /** Name of the menu of exports, which is behind this one where it has no button. */
  exportLabel: string;
  onDialog: (dialog: MoreDialogName) => void;
};

export type MoreDialogName = 'from-list' | 'save-view' | 'export';

const isNarrow = (rem: number) => matchMedia(`(max-width: ${rem}rem)`).matches;

/** What the list can do that needs no button of its own. */
export function MorePanel(props: MorePanelProps) {
  const { buttonId, button, onClose, list, showsFilters, onFilters, exportLabel, onDialog } = props;
  const { checkAll } = useBotUsersContext();
  const isChecking = useWork(checkAll).status === 'running';
  const readAgain = useReadAgain();
  // As they are when it opens: while it is open nothing can be selected.
  const [bulk] = useState(() => props.bulk.current);
  const ids = useSelectedIds();
  return (
    <MenuPanel {...{ buttonId, button, onClose }} className={styles.menu}>
      {bulk && (
        <>
          {bulk
            .filter(({ barFrom }) => barFrom === undefined || isNarrow(barFrom))
            .map(({ label, onPress, isBlocked = false, reasonId = '' }) =>
              isBlocked ? (
                <InertMenuItem key={label} label={label} reason={reasonId} />
              ) : (
                <MenuItem key={label} onClick={onPress}>
                  {label}
                </MenuItem>
              ),
            )}
          {/* Of 100,000 ids the text has megabytes; it takes a few milliseconds. */}
          <CopyMenuItem label="Copy ids" text={[...ids].join('\n')} />
        </>
      )}
      {(bulk !== null || isNarrow(42)) && (
        <MenuItem onClick={() => onDialog('export')}>
          {bulk ? 'Export selected' : exportLabel}
        </MenuItem>
      )}
      {bulk && <MenuDivider />}
      <MenuCheckboxItem checked={showsFilters} closeMenuOnClick onChange={onFilters}>
        More filters
      </MenuCheckboxItem>
      <MenuItem onClick={() => onDialog('from-list')}>Select from a list…</MenuItem>
      <MenuDivider />
      <SavedViews onSave={() => onDialog('save-view')} />
      <MenuDivider />
      {/* One page is read whole by Refresh. */}
      {(list.pages.length > 1 || list.unreadable > 0) &&
        (isChecking ? (
          <InertMenuItem label="Check all again" text="Under way." />
        ) : (
          <MenuItem onClick={() => void readAgain(true)}>Check all again</MenuItem>
        ))}
      <CopyMenuItem
        label="Copy as curl"
        text={curlOf(botUserEndpoints.list, { query: { limit: String(PAGE_LIMIT_MAX) } })}
      />
      <CopyMenuItem label="Copy link" text={document.URL} />
    </MenuPanel>
  );
}
