import { memo, useId, type MouseEvent as PressEvent } from 'react';
import { failureOf, isNotThere } from '#client/errors.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { ACCESS_NOTE, useAccessRefusal } from '#web/api/access.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import type { FailedSwitch } from '#web/features/bot-users/data/local-changes.ts';
import {
  useFailedSwitch,
  whyNotSwitched,
} from '#web/features/bot-users/data/use-switch-active.tsx';
import { reachOf } from '#web/features/bot-users/data/addressability.ts';
import { useIsSelected } from '#web/features/bot-users/selection/use-selection.ts';
import { BotUserMenu } from '#web/features/bot-users/table/bot-user-menu.tsx';
import { neighbourOf, rowElement } from '#web/features/bot-users/table/row-elements.ts';
import { shortId } from '#web/lib/format.ts';
import { RelativeTime } from '#web/ui/feedback/relative-time.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { useCopy } from '#web/ui/form/copy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { toSafeLine, nameOf } from '#web/ui/table/labels.ts';
import { RowButton, RowCheckbox, RowSwitch } from '#web/ui/table/row-controls.tsx';
import { RowNote } from '#web/ui/table/row-note.tsx';
import table from '#web/ui/table/table.module.css';
import styles from './bot-user-table.module.css';
import { Button } from '#web/ui/parts/button.tsx';

/** What is asked about; the rest is where the focus goes when it is not deleted, and when it is. */
export type Deleting = { bot: BotUser; neighbour: string | undefined };

/** What a row leads to. All rows share them: they must stay the same, or every row is drawn again for one. */
export type RowActions = {
  /** The link of a row was pressed. */
  onOpen: (event: PressEvent, path: string) => void;
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
  bot: BotUser;
  /** What it is called in the names of its controls. */
  label: string;
  rowIndex: number;
  actions: RowActions;
};

const CELLS = 6;

/** Drawn again for what it shows alone: `row-renders.test.tsx` holds it. */
export const BotUserRow = memo(function BotUserRow(props: BotUserRowProps) {
  const { bot, label, rowIndex, actions } = props;
  const { id } = bot;
  const failure = useFailedSwitch(id);
  const isSelected = useIsSelected(id);
  const reach = reachOf(bot);
  const isHeld = useAccessRefusal() !== undefined;
  const canChange = reach.canChange && !isHeld;
  const { path } = reach;
  const noteId = useId();

  const leave = () => {
    if (!rowElement(id)?.matches(':hover, :focus-within')) actions.onLeave(id);
  };

  return (
    <>
      <tr
        role="row"
        data-id={id}
        data-selected={isSelected || undefined}
        data-noted={reach.note !== undefined || undefined}
        aria-rowindex={rowIndex}
        className={failure && table.failed}
        // Without a look at `:hover`: while the list is scrolled the pointer leaves a row in every frame.
        onPointerLeave={({ currentTarget }) => {
          if (!currentTarget.contains(document.activeElement)) actions.onLeave(id);
        }}
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
        {path === undefined ? (
          <th role="rowheader" scope="row" className={styles.plain}>
            <UntrustedText text={label} />
          </th>
        ) : (
          <th role="rowheader" scope="row">
            <a href={path} title={nameOf(bot)} onClick={(event) => actions.onOpen(event, path)}>
              <UntrustedText text={label} />
            </a>
          </th>
        )}
        <td role="cell" className={`${table.id} ${styles.id}`} title={toSafeLine(id)}>
          <UntrustedText text={shortId(id)} />
          <CopyIdButton id={id} label={label} />
        </td>
        <td
          role="cell"
          className={`${table.state} ${styles.state}`}
          data-off={!bot.active || undefined}
        >
          <RowSwitch
            aria-label={`Active: ${label}`}
            aria-disabled={!canChange || undefined}
            aria-describedby={canChange ? undefined : reach.canChange ? ACCESS_NOTE : noteId}
            checked={bot.active}
            onChange={() => canChange && actions.onSwitch(id, !bot.active)}
          />
          {bot.active ? 'Active' : 'Inactive'}
        </td>
        <td role="cell" className={`${table.at} ${styles.at}`}>
          <RelativeTime text={bot.created_at} />
        </td>
        <td role="cell" className={`${table.end} ${styles.end}`}>
          <BotUserMenu
            id={id}
            name={`Actions for ${label}`}
            reach={reach}
            noteId={noteId}
            onDelete={() => actions.onDelete({ bot, neighbour: neighbourOf(id) })}
          />
        </td>
      </tr>
      {reach.note !== undefined && <RowNote id={noteId} text={reach.note} columns={CELLS} />}
      {failure && (
        <tr role="row" className={table.failed}>
          <td role="cell" colSpan={CELLS} className={styles.failure}>
            <RefusedSwitch id={id} failure={failure} actions={actions} />
          </td>
        </tr>
      )}
    </>
  );
});

const CopyIdButton = memo(function CopyIdButton({ id, label }: { id: string; label: string }) {
  const { copy, said, fallback } = useCopy(id);
  return (
    <>
      <RowButton drawing="copy" aria-label={`Copy id of ${label}`} onClick={copy} />
      {said}
      {fallback}
    </>
  );
});

type RefusedSwitchProps = { id: string; failure: FailedSwitch; actions: RowActions };

function RefusedSwitch({ id, failure, actions }: RefusedSwitchProps) {
  const { publish } = useBotUsersContext();
  const isGone = isNotThere(failureOf(failure.error));
  return (
    <div role="alert" className={layout.row}>
      <span>{isGone ? 'No longer exists.' : `Not changed. ${whyNotSwitched(failure.error)}`}</span>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          if (!isGone) return actions.onSwitch(id, failure.wanted);
          const neighbour = neighbourOf(id);
          publish({ type: 'deleted', id });
          return actions.onGone(neighbour);
        }}
      >
        {isGone ? 'Remove from list' : 'Try again'}
      </Button>
    </div>
  );
}
