import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useId, useRef, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { failureOf, isNotThere } from '#client/errors.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { forgetBotUser } from '#web/features/bot-users/data/cache.ts';
import { reachOf } from '#web/features/bot-users/list/addressability.ts';
import type { FailedSwitch, Rows } from '#web/features/bot-users/data/row-store.ts';
import type { TableSettings } from '#web/features/bot-users/table/table-settings.ts';
import { useIsSelected } from '#web/features/bot-users/selection/use-selection.ts';
import { whyNotSwitched } from '#web/features/bot-users/data/switch-active.tsx';
import { BotUserMenu } from '#web/features/bot-users/table/bot-user-menu.tsx';
import { useCopy } from '#web/ui/form/copy-button.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { shortId } from '#web/lib/format.ts';
import { toSafeLine, nameOf } from '#web/ui/table/labels.ts';
import layout from '#web/ui/layout/layout.module.css';
import { RelativeTime } from '#web/ui/feedback/relative-time.tsx';
import { RowButton, RowCheckbox, RowSwitch } from '#web/ui/table/row-controls.tsx';
import { RowNote } from '#web/ui/table/row-note.tsx';
import table from '#web/ui/table/table.module.css';
import styles from './bot-user-table.module.css';

/** What is asked about; the rest is where the focus goes when it is not deleted, and when it is. */
export type Deleting = { bot: BotUser; opener: HTMLElement | null; neighbour: string | undefined };

/** What a row leads to. All rows share them: they must stay the same, or every row is drawn again for one. */
export type RowActions = {
  onSwitch: (id: string, active: boolean) => void;
  onSelect: (id: string, isRange: boolean) => void;
  /** Something in the row has got the focus. */
  onFocus: (id: string) => void;
  /** Neither the pointer nor the focus is on the row any more. */
  onLeave: (id: string) => void;
  onDelete: (deleting: Deleting) => void;
  /** The row has been taken off the list. */
  onGone: (neighbour: string | undefined) => void;
};

type BotUserRowProps = {
  rows: Rows;
  id: string;
  rowIndex: number;
  columns: Pick<TableSettings, 'id' | 'created'>;
  actions: RowActions;
};

/** Memoized by hand: the compiler does it inside a component, not from row to row. */
export const BotUserRow = memo(function BotUserRow(props: BotUserRowProps) {
  const { rows, id } = props;
  const subscribe = (listener: () => void) => rows.subscribeRow(id, listener);
  const bot = useSyncExternalStore(subscribe, () => rows.get(id));
  const label = useSyncExternalStore(subscribe, () => rows.labelOf(id));
  const failure = useSyncExternalStore(subscribe, () => rows.failureOf(id));
  // The list that leaves it out is on its way.
  if (bot === undefined) return null;
  return <LoadedRow {...props} bot={bot} label={label} failure={failure} />;
});

type LoadedRowProps = BotUserRowProps & {
  bot: BotUser;
  label: string;
  failure: FailedSwitch | undefined;
};

function LoadedRow({ bot, label, rowIndex, columns, failure, actions }: LoadedRowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const { id } = bot;
  const isSelected = useIsSelected(id);
  const reach = reachOf(id);
  const noteId = useId();
  const cells = 4 + Number(columns.id) + Number(columns.created);

  const leave = () => {
    if (!row.current?.matches(':hover, :focus-within')) actions.onLeave(id);
  };

  return (
    <>
      <tr
        ref={row}
        role="row"
        data-id={id}
        data-selected={isSelected || undefined}
        aria-rowindex={rowIndex}
        className={failure && table.failed}
        onPointerLeave={leave}
        onFocus={() => actions.onFocus(id)}
        // The focus is on its way: look where it has arrived.
        onBlur={() => setTimeout(leave)}
      >
        <td role="cell" className={table.pick}>
          <RowCheckbox
            aria-label={`Select ${label}`}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              actions.onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </td>
        <th role="rowheader" scope="row">
          {reach.path === undefined ? (
            <UntrustedText text={label} />
          ) : (
            <Link to={reach.path} title={nameOf(bot)}>
              <UntrustedText text={label} />
            </Link>
          )}
        </th>
        {columns.id && (
          <td role="cell" className={`${table.id} ${styles.id}`} title={toSafeLine(id)}>
            <UntrustedText text={shortId(id)} />
            <CopyIdButton id={id} label={label} />
          </td>
        )}
        <td role="cell" className={table.state}>
          <RowSwitch
            aria-label={`Active: ${label}`}
            aria-disabled={!reach.canChange || undefined}
            aria-describedby={reach.canChange ? undefined : noteId}
            checked={bot.active}
            onChange={() => reach.canChange && actions.onSwitch(id, !bot.active)}
          />
          <span aria-hidden className={styles.word}>
            {bot.active ? 'Active' : 'Inactive'}
          </span>
        </td>
        {columns.created && (
          <td role="cell" className={table.at}>
            <RelativeTime text={bot.created_at} />
          </td>
        )}
        <td role="cell" className={table.end}>
          <BotUserMenu
            id={id}
            name={`Actions for ${label}`}
            reach={reach}
            noteId={noteId}
            onDelete={(opener) =>
              actions.onDelete({ bot, opener, neighbour: neighbourOf(row.current) })
            }
          />
        </td>
      </tr>
      {reach.note !== undefined && <RowNote id={noteId} text={reach.note} columns={cells} />}
      {failure && (
        <tr role="row" className={table.failed}>
          <td role="cell" colSpan={cells} className={styles.failure}>
            <RefusedSwitch
              id={id}
              failure={failure}
              actions={actions}
              neighbour={() => neighbourOf(row.current)}
            />
          </td>
        </tr>
      )}
    </>
  );
}

function CopyIdButton({ id, label }: { id: string; label: string }) {
  const { copy, said, fallback } = useCopy(id);
  return (
    <>
      <RowButton drawing="copy" aria-label={`Copy id of ${label}`} onClick={copy} />
      {said}
      {fallback}
    </>
  );
}

type RefusedSwitchProps = {
  id: string;
  failure: FailedSwitch;
  actions: RowActions;
  neighbour: () => string | undefined;
};

function RefusedSwitch({ id, failure, actions, neighbour }: RefusedSwitchProps) {
  const client = useQueryClient();
  const isGone = isNotThere(failureOf(failure.error));
  return (
    <div role="alert" className={layout.row}>
      <span>{isGone ? 'No longer exists.' : `Not changed. ${whyNotSwitched(failure.error)}`}</span>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          if (!isGone) return actions.onSwitch(id, failure.active);
          const next = neighbour();
          forgetBotUser(client, id);
          return actions.onGone(next);
        }}
      >
        {isGone ? 'Remove from list' : 'Try again'}
      </Button>
    </div>
  );
}

/** The row that comes up when this one goes; the previous one at the end. */
export function neighbourOf(row: Element | null): string | undefined {
  const rows = [...(row?.parentElement?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
  const index = rows.findIndex((each) => each === row);
  return (rows[index + 1] ?? rows[index - 1])?.dataset['id'];
}
