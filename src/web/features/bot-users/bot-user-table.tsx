import { VisuallyHidden } from '@mantine/core';
import { useMutationState } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { BotUserRow } from '#web/features/bot-users/bot-user-row.tsx';
import { DeleteBotUserDialog } from '#web/features/bot-users/delete-bot-user-dialog.tsx';
import { lastOpened } from '#web/features/bot-users/last-opened.ts';
import { ariaSort, nextSort, type Sort } from '#web/features/bot-users/list-view.ts';
import { botUserKeys } from '#web/features/bot-users/cache.ts';
import { labelsOf, nameOf } from '#web/ui/labels.ts';
import table from '#web/ui/table.module.css';
import type { LeavingState } from '#web/ui/unsaved-guard.tsx';
import styles from './bot-user-table.module.css';

/** State of the navigation to a bot user that was just created. */
export type CreatedState = LeavingState & { created: string };

/** What is asked about; the rest is where the focus goes when it is not deleted, and when it is. */
export type Deleting = { bot: BotUser; opener: HTMLElement | null; neighbour: string | undefined };

type BotUserTableProps = {
  /** All that is loaded. */
  rows: BotUser[];
  /** What of it is shown, in order. */
  shown: BotUser[];
  /** Whether the service has no more. */
  complete: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** A row was switched while only one status is shown; it stays until `onRelease`. */
  onHold: (id: string) => void;
  onRelease: (id: string) => void;
  focusId: string | undefined;
  onFocused: () => void;
  /** The last shown row has gone, and the focus with it. */
  onRowGone: () => void;
};

export function BotUserTable({
  rows,
  shown,
  complete,
  sort,
  onSort,
  onHold,
  onRelease,
  focusId,
  onFocused,
  onRowGone,
}: BotUserTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const location = useLocation();
  const navigation = useNavigationType();
  const [deleting, setDeleting] = useState<Deleting>();
  const labels = labelsOf(rows, ({ id }) => id);
  const failures = useFailedSwitches();

  const linkOf = (id: string) =>
    body.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] th a`);

  // A created row, or on the way back the row that was opened.
  useEffect(() => {
    const state = location.state as Partial<CreatedState> | null; // ours, or absent
    const id = navigation === NavigationType.Pop ? lastOpened.take() : state?.created;
    if (id !== undefined) linkOf(id)?.focus();
    // Only on arrival.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  useEffect(() => {
    if (focusId === undefined) return;
    linkOf(focusId)?.focus();
    onFocused();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [focusId]);

  function focusAfter(neighbour: string | undefined) {
    const link = neighbour !== undefined && linkOf(neighbour);
    if (link) link.focus();
    else onRowGone();
  }

  return (
    <div className={table.wrap}>
      <table
        role="table"
        className={`${table.table} ${styles.botUsers}`}
        aria-label="Bot users"
        aria-rowcount={complete ? shown.length + 1 : -1}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <SortHeader text="Name" column="name" sort={sort} onSort={onSort} />
            <th role="columnheader" scope="col">
              Id
            </th>
            <th role="columnheader" scope="col">
              Active
            </th>
            <SortHeader text="Created" column="created" sort={sort} onSort={onSort} />
            <th role="columnheader" scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {shown.map((bot, index) => (
            <BotUserRow
              key={bot.id}
              bot={bot}
              label={labels.get(bot.id) ?? nameOf(bot)}
              rowIndex={index + 2}
              failure={failures.get(bot.id)}
              onHold={onHold}
              onRelease={onRelease}
              onDelete={setDeleting}
              onGone={focusAfter}
            />
          ))}
        </tbody>
      </table>
      {deleting && (
        <DeleteBotUserDialog
          bot={deleting.bot}
          label={labels.get(deleting.bot.id) ?? nameOf(deleting.bot)}
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

function SortHeader({
  text,
  column,
  sort,
  onSort,
}: {
  text: string;
  column: 'name' | 'created';
  sort: Sort;
  onSort: (sort: Sort) => void;
}) {
  const direction = ariaSort(sort, column);
  const Icon =
    direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <th role="columnheader" scope="col" aria-sort={direction}>
      <button type="button" onClick={() => onSort(nextSort(sort, column))}>
        {text}
        <Icon size={13} strokeWidth={1.8} aria-hidden />
      </button>
    </th>
  );
}

export type FailedSwitch = { error: Error; active: boolean };

/** The bot users whose last switch was refused; one subscription for all rows. */
function useFailedSwitches(): Map<string, FailedSwitch> {
  const switches = useMutationState({
    filters: { mutationKey: botUserKeys.setActive() },
    select: ({ state, options }) => ({
      id: String(options.mutationKey?.at(-1)),
      error: state.error,
      active: state.variables === true,
    }),
  });
  const last = new Map<string, FailedSwitch>();
  for (const { id, error, active } of switches) {
    if (error) last.set(id, { error, active });
    else last.delete(id);
  }
  return last;
}
