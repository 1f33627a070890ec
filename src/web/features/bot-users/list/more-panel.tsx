import { useState, type RefObject } from 'react';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { curlOf } from '#web/api/call.ts';
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
  showsFilters: boolean;
  onFilters: () => void;
  onFromList: () => void;
  onSave: () => void;
  /** `undefined`: one page is read whole by Refresh. */
  onCheckAll: (() => void) | undefined;
  isChecking: boolean;
  /** Name of the menu of exports, which is behind this one where it has no button. */
  exportLabel: string;
  onExport: () => void;
};

/** What the list can do that needs no button of its own. */
export function MorePanel(props: MorePanelProps) {
  const { showsFilters, onFilters, onFromList, onSave, onCheckAll, isChecking } = props;
  const { exportLabel, onExport, ...rest } = props;
  const { buttonId, button, onClose } = rest;
  // As they are when it opens: while it is open nothing can be selected.
  const [bulk] = useState(() => props.bulk.current);
  const ids = useSelectedIds();
  const [isNarrow] = useState(() => (rem: number) => matchMedia(`(max-width: ${rem}rem)`).matches);
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
      {(bulk !== null || isNarrow(42)) && <MenuItem onClick={onExport}>{exportLabel}</MenuItem>}
      {bulk && <MenuDivider />}
      <MenuCheckboxItem checked={showsFilters} closeMenuOnClick onChange={onFilters}>
        More filters
      </MenuCheckboxItem>
      <MenuItem onClick={onFromList}>Select from a list…</MenuItem>
      <MenuDivider />
      <SavedViews onSave={onSave} />
      <MenuDivider />
      {onCheckAll &&
        (isChecking ? (
          <InertMenuItem label="Check all again" text="Under way." />
        ) : (
          <MenuItem onClick={onCheckAll}>Check all again</MenuItem>
        ))}
      <CopyMenuItem
        label="Copy as curl"
        text={curlOf(botUserEndpoints.list, { query: { limit: String(PAGE_LIMIT_MAX) } })}
      />
      <CopyMenuItem label="Copy link" text={document.URL} />
    </MenuPanel>
  );
}
