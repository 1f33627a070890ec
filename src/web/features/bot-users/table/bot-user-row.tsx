import { memo, useId, useLayoutEffect, useRef, type MouseEvent as PressEvent } from 'react';
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
import {
  focusSwitch,
  neighbourOf,
  rowElement,
} from '#web/features/bot-users/table/row-elements.ts';
import { shortId } from '#web/lib/format.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useCopy } from '#web/ui/form/copy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { toSafeLine, nameOf } from '#web/ui/safe-line.ts';
import { middleCut, MiddleCut } from '#web/ui/middle-cut.tsx';
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
  /** Tab index of every control but the switch. */
  inner: number | undefined;
  actions: RowActions;
};

const CELLS = 6;

/** Drawn again for what it shows alone: `row-renders.test.tsx` holds it. */
export const BotUserRow = memo(function BotUserRow(props: BotUserRowProps) {
  const { bot, label, rowIndex, inner, actions } = props;
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
            tabIndex={inner}
            aria-label={`Select ${label}`}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              actions.onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </td>
        <th role="rowheader" scope="row">
          {path === undefined ? (
            <span className={middleCut}>
              <MiddleCut text={label} />
            </span>
          ) : (
            <a
              href={path}
              className={middleCut}
              tabIndex={inner}
              title={nameOf(bot)}
              onClick={(event) => actions.onOpen(event, path)}
            >
              <MiddleCut text={label} />
            </a>
          )}
        </th>
        <td role="cell" className={`${table.id} ${styles.id}`} title={toSafeLine(id)}>
          <UntrustedText text={shortId(id)} />
          <CopyIdButton id={id} label={label} inner={inner} />
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
            tabIndex={inner}
            reach={reach}
            noteId={noteId}
            onDelete={() => actions.onDelete({ bot, neighbour: neighbourOf(id) })}
          />
        </td>
      </tr>
      {reach.note !== undefined && <RowNote id={noteId} text={reach.note} columns={CELLS} />}
      {failure && (
        <tr role="row" className={table.failed} onFocus={() => actions.onFocus(id)}>
          <td role="cell" colSpan={CELLS} className={styles.failure}>
            <RefusedSwitch id={id} failure={failure} actions={actions} />
          </td>
        </tr>
      )}
    </>
  );
});

type CopyIdButtonProps = Pick<BotUserRowProps, 'label' | 'inner'> & { id: string };

const CopyIdButton = memo(function CopyIdButton({ id, label, inner }: CopyIdButtonProps) {
  const { copy, said, fallback } = useCopy(id);
  return (
    <>
      <RowButton
        drawing="copy"
        tabIndex={inner}
        aria-label={`Copy id of ${label}`}
        onClick={copy}
      />
      {said}
      {fallback}
    </>
  );
});

type RefusedSwitchProps = { id: string; failure: FailedSwitch; actions: RowActions };

function RefusedSwitch({ id, failure, actions }: RefusedSwitchProps) {
  const { publish } = useBotUsersContext();
  const box = useRef<HTMLDivElement>(null);
  const cause = failureOf(failure.error);
  const isGone = isNotThere(cause);
  const why = whyNotSwitched(failure.error);
  // Whatever takes the failure away, the focus stays in its row.
  useLayoutEffect(() => {
    const mine = box.current;
    return () => {
      if (mine?.contains(document.activeElement)) focusSwitch(id);
    };
  }, [id]);
  return (
    <div ref={box} role="alert" className={layout.row}>
      <span>
        {isGone ? 'No longer exists.' : cause?.kind === 'offline' ? why : `Not changed. ${why}`}
      </span>
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
