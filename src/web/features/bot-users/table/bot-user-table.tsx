import { useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { useSwitchActive } from '#web/features/bot-users/data/use-switch-active.tsx';
import { listParts } from '#web/features/bot-users/list-parts.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import {
  BotUserRow,
  type Deleting,
  type RowActions,
} from '#web/features/bot-users/table/bot-user-row.tsx';
import { focusRow, rowElement, ROWS_ID } from '#web/features/bot-users/table/row-elements.ts';
import { idsOf, TableHead } from '#web/features/bot-users/table/table-head.tsx';
import { useRowFocus } from '#web/features/bot-users/table/use-row-focus.ts';
import { useRowKeys } from '#web/features/bot-users/table/use-row-keys.ts';
import { useRowWindow } from '#web/features/bot-users/table/use-row-window.ts';
import type { Sort } from '#web/features/bot-users/view/list-view.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { moveInRow, ROW_STOPS_HINT, useInnerStop } from '#web/ui/table/row-stops.ts';
import table from '#web/ui/table/table.module.css';
import styles from './bot-user-table.module.css';

const DeleteBotUserDialog = late(listParts, (parts) => parts.DeleteBotUserDialog, ChunkErrorDialog);

type BotUserTableProps = {
  /** What is shown, in order. */
  rows: readonly BotUser[];
  labelOf: (bot: BotUser) => string;
  /** Whether the service has no more. */
  complete: boolean;
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
  const { rows, labelOf, complete, view, sort, onSort, focusId, onFocus } = props;
  const [deleting, setDeleting] = useState<Deleting>();
  const { parts, isWindowed, spaceOf, onFocusRow } = useRowWindow({ rows, view, focusId });
  useRowFocus({ rows, focusId, onFocus });
  const actions = useRowActions({ ...props, onFocusRow, onDelete: setDeleting });
  useRowKeys({ rows, actions, onFocus });

  const inner = useInnerStop();
  const hintId = useId();

  const [head, tail] = [parts[0], parts.at(-1)];
  return (
    <div
      className={`${table.wrap} ${styles.wrap}`}
      data-density={usePreferences().density}
      data-windowed={isWindowed || undefined}
    >
      {/* It hears the keys of the controls in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        role="table"
        className={`${table.table} ${styles.botUsers}`}
        aria-label="Bot users"
        aria-rowcount={complete ? rows.length + 1 : -1}
        aria-describedby={inner === undefined ? undefined : hintId}
        onKeyDown={moveInRow}
      >
        <TableHead rows={rows} sort={sort} onSort={onSort} inner={inner} />
        <tbody aria-hidden style={{ height: spaceOf(head && 'gap' in head ? head.gap : 0) }} />
        <tbody role="rowgroup" id={ROWS_ID}>
          {parts.map((part) => {
            if ('index' in part) {
              const bot = rows[part.index];
              return (
                bot && (
                  <BotUserRow
                    key={bot.id}
                    bot={bot}
                    label={labelOf(bot)}
                    rowIndex={part.index + 2}
                    inner={inner}
                    actions={actions}
                  />
                )
              );
            }
            // Around a row that keeps the focus away from the screen.
            const isInside = part !== head && part !== tail;
            const key = `before ${part.before}`;
            return isInside && <tr key={key} aria-hidden style={{ height: spaceOf(part.gap) }} />;
          })}
        </tbody>
        <tbody
          aria-hidden
          style={{ height: spaceOf(tail && 'gap' in tail && tail !== head ? tail.gap : 0) }}
        />
      </table>
      <p id={hintId} hidden>
        {ROW_STOPS_HINT}
      </p>
      {deleting && (
        <DeleteBotUserDialog
          bot={deleting.bot}
          label={labelOf(deleting.bot)}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            // First the dialog has to be gone: what is behind it cannot take the focus.
            flushSync(() => setDeleting(undefined));
            actions.onGone(deleting.neighbour);
          }}
        />
      )}
    </div>
  );
}

type RowActionsInput = Pick<
  BotUserTableProps,
  'rows' | 'labelOf' | 'onHold' | 'onRelease' | 'onRowGone'
> & { onFocusRow: (id: string) => void; onDelete: (deleting: Deleting) => void };

/** The same for the life of the table, whatever the rows are. */
function useRowActions(input: RowActionsInput): RowActions {
  const { rows, labelOf, onHold, onRelease, onRowGone } = input;
  const switchActive = useSwitchActive({
    labelOf: (bot) => (bot ? labelOf(bot) : ''),
    isOnPage: (id) => rowElement(id) !== null,
  });
  const navigate = useNavigate();
  const now: RowActions = {
    // As a `Link` does it, which costs a tenth of a row: a new tab or a file is the browser's matter.
    onOpen(event, path) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate(path);
    },
    onSwitch(id, active) {
      onHold(id);
      switchActive(id, active);
    },
    onSelect(id, isRange) {
      if (isRange) selection.range(idsOf(rows), id);
      else selection.toggle(id);
    },
    onFocus: input.onFocusRow,
    onLeave: onRelease,
    onDelete: input.onDelete,
    onGone(neighbour) {
      if (neighbour === undefined || !focusRow(neighbour)) onRowGone();
    },
  };
  const latest = useRef(now);
  useLayoutEffect(() => void (latest.current = now));
  const [actions] = useState<RowActions>(() => ({
    onOpen: (event, path) => latest.current.onOpen(event, path),
    onSwitch: (id, active) => latest.current.onSwitch(id, active),
    onSelect: (id, isRange) => latest.current.onSelect(id, isRange),
    onFocus: (id) => latest.current.onFocus(id),
    onLeave: (id) => latest.current.onLeave(id),
    onDelete: (deleting) => latest.current.onDelete(deleting),
    onGone: (neighbour) => latest.current.onGone(neighbour),
  }));
  return actions;
}
