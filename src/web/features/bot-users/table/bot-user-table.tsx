import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DeleteBotUserDialog } from '#web/features/bot-users/editor/delete-bot-user-dialog.tsx';
import { ariaSort, nextSort, type Sort } from '#web/features/bot-users/view/list-view.ts';
import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { idsOf } from '#web/features/bot-users/selection/use-selection.ts';
import type { TableSettings } from '#web/features/bot-users/table/table-settings.ts';
import { switchActive } from '#web/features/bot-users/data/switch-active.tsx';
import {
  BotUserRow,
  type Deleting,
  type RowActions,
} from '#web/features/bot-users/table/bot-user-row.tsx';
import { SelectAll } from '#web/features/bot-users/table/select-all.tsx';
import { useRowFocus } from '#web/features/bot-users/table/use-row-focus.ts';
import { useRowKeys } from '#web/features/bot-users/table/use-row-keys.ts';
import { useRowWindow } from '#web/features/bot-users/table/use-row-window.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import table from '#web/ui/table/table.module.css';
import styles from './bot-user-table.module.css';

type BotUserTableProps = {
  rows: Rows;
  /** What of them is shown, in order. */
  shown: readonly Slot[];
  /** Whether the service has no more. */
  complete: boolean;
  settings: TableSettings;
  /** What is shown; the same for as long as the person has not asked for something else. */
  view: object;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** A row was switched; while only one status is shown it stays until `onRelease`. */
  onHold: (id: string) => void;
  onRelease: (id: string) => void;
  focusId: string | undefined;
  onFocus: (id: string | undefined) => void;
  /** The last shown row has gone, and the focus with it. */
  onRowGone: () => void;
};

export function BotUserTable(props: BotUserTableProps) {
  const { rows, shown, complete, settings, view, sort, onSort, onHold, onRelease } = props;
  const { focusId, onFocus, onRowGone } = props;
  const client = useQueryClient();
  const receipt = useReceipt();
  const body = useRef<HTMLTableSectionElement>(null);
  const [deleting, setDeleting] = useState<Deleting>();

  const { parts, isWindowed, isSettled, spaceOf, tracker, onFocusRow } = useRowWindow({
    rows,
    shown,
    view,
    body,
    focusId,
  });
  const { focusRow, isOnPage } = useRowFocus({ body, rows, focusId, isSettled, onFocus });

  // As a prop of the actions it would draw every row again with each row that comes.
  const shownRef = useRef(shown);
  useLayoutEffect(() => {
    shownRef.current = shown;
  }, [shown]);

  const focusAfter = (neighbour: string | undefined) => {
    if (neighbour === undefined || !focusRow(neighbour)) onRowGone();
  };
  const actions: RowActions = {
    onSwitch(id, active) {
      onHold(id);
      const label = rows.labelOf(id);
      void switchActive({ client, receipt, id, label, isOnPage: () => isOnPage(id) }, active);
    },
    onSelect(id, isRange) {
      if (isRange) selection.range(idsOf(rows, shownRef.current), id);
      else selection.toggle(id);
    },
    onFocus: onFocusRow,
    onLeave: onRelease,
    onDelete: setDeleting,
    onGone: focusAfter,
  };
  useRowKeys({ rows, shown, body, actions, onFocus });

  const [head, tail] = [parts[0], parts.at(-1)];
  return (
    <div
      className={`${table.wrap} ${styles.wrap}`}
      data-density={settings.density}
      data-windowed={isWindowed || undefined}
    >
      <table
        role="table"
        className={`${table.table} ${styles.botUsers}`}
        aria-label="Bot users"
        aria-rowcount={complete ? shown.length + 1 : -1}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <SelectAll rows={rows} shown={shown} />
            <SortHeader text="Name" column="name" sort={sort} onSort={onSort} />
            {settings.id && (
              <th role="columnheader" scope="col" className={styles.idColumn}>
                Id
              </th>
            )}
            <th role="columnheader" scope="col" className={styles.stateColumn}>
              Active
            </th>
            {settings.created && (
              <SortHeader text="Created" column="created" sort={sort} onSort={onSort} />
            )}
            <th role="columnheader" scope="col" className={styles.menuColumn}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody aria-hidden>
          <Space height={spaceOf(head && 'gap' in head ? head.gap : 0)} />
        </tbody>
        <tbody role="rowgroup" ref={body}>
          {parts.map((part) => {
            if ('index' in part) {
              const id = rows.at(shown[part.index] ?? -1).id;
              return (
                <BotUserRow
                  key={id}
                  rows={rows}
                  id={id}
                  rowIndex={part.index + 2}
                  columns={settings}
                  actions={actions}
                />
              );
            }
            // Around a row that keeps the focus away from the screen.
            const isInside = part !== head && part !== tail;
            return isInside && <Space key={`before ${part.before}`} height={spaceOf(part.gap)} />;
          })}
        </tbody>
        <tbody aria-hidden>
          <Space height={spaceOf(tail && 'gap' in tail && tail !== head ? tail.gap : 0)} />
        </tbody>
      </table>
      {tracker}
      {deleting && (
        <DeleteBotUserDialog
          bot={deleting.bot}
          label={rows.labelOf(deleting.bot.id)}
          returnFocusTo={deleting.opener}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            // First the dialog has to be gone: what is behind it cannot take the focus.
            flushSync(() => setDeleting(undefined));
            focusAfter(deleting.neighbour);
          }}
        />
      )}
    </div>
  );
}

/** The room of rows that are not in the document. */
const Space = ({ height }: { height: number }) => (
  <tr aria-hidden className={table.space}>
    <td style={{ height }} />
  </tr>
);

type SortHeaderProps = {
  text: string;
  column: 'name' | 'created';
  sort: Sort;
  onSort: (sort: Sort) => void;
};

function SortHeader({ text, column, sort, onSort }: SortHeaderProps) {
  const direction = ariaSort(sort, column);
  const Icon =
    direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction}
      className={column === 'created' ? styles.createdColumn : undefined}
    >
      <button type="button" onClick={() => onSort(nextSort(sort, column))}>
        {text}
        <Icon size={13} strokeWidth={1.8} aria-hidden />
      </button>
    </th>
  );
}
