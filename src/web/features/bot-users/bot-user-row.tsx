import { Button, Group } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { memo, useId, useSyncExternalStore, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { failureOf, isNotThere } from '#client/errors.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { ACCESS_NOTE, useAccessRefusal, useProtection } from '#web/api/access.ts';
import { presses } from '#web/features/bot-users/local-changes.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { focusSwitch } from '#web/features/bot-users/rows-in-document.ts';
import { selection } from '#web/features/bot-users/selection.ts';
import { switchFailureAtRow } from '#web/features/bot-users/switch-active.tsx';
import { shortId } from '#web/lib/format.ts';
import { MiddleCut, middleCut } from '#web/ui/middle-cut.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { RowButton, RowCheckbox, RowSwitch } from '#web/ui/row-controls.tsx';
import { nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import table from '#web/ui/table.module.css';
import styles from './bot-user-table.module.css';

export type RowActions = {
  toggle: (bot: BotUser) => void;
  select: (id: string, isRange: boolean) => void;
  copyId: (id: string) => void;
  openMenu: (bot: BotUser, button: HTMLElement) => void;
  remove: (bot: BotUser) => void;
  /** The pointer or the focus has left the row. */
  leave: (id: string) => void;
  /** The bot user no longer exists; its row is taken off the list. */
  removeFromList: (id: string) => void;
};

type BotUserRowProps = {
  bot: BotUser;
  /** What it is called in the names of its controls. */
  label: string;
  /** Its place among the shown rows. */
  index: number;
  isMenuOpen: boolean;
  isCopied: boolean;
  /** A ref, since new functions at each drawing would draw every row again. */
  actions: RefObject<RowActions>;
};

/** Plain elements, all but the switch reached by the arrow keys: a table draws a row at every step of scrolling. */
export const BotUserRow = memo(function BotUserRow(props: BotUserRowProps) {
  const { bot, label, index, isMenuOpen, isCopied, actions } = props;
  const { id } = bot;
  // Drawn again for this row only.
  const press = useSyncExternalStore(presses.subscribe, () => presses.get().get(id));
  const failed = press?.failed;
  const active = press && !failed ? press.wanted : bot.active;
  const isSelected = selection.useHas(id);
  const isReadOnly = useAccessRefusal() !== undefined;
  useProtection(); // `permissionsOf` reads it
  const { path, refusal } = permissionsOf(bot);
  const noteId = useId();
  const canSwitch = refusal === undefined && !isReadOnly;

  const leave = () => actions.current.leave(id);

  return (
    <tr
      role="row"
      data-id={id}
      data-index={index}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
      className={failed && table.failed}
      onPointerLeave={leave}
      // The focus has arrived at its new place only after this event.
      onBlur={() => setTimeout(leave)}
    >
      <td role="cell" className={table.pick}>
        <RowCheckbox
          tabIndex={-1}
          aria-label={`Select ${label}`}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            actions.current.select(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
      </td>
      <th role="rowheader" scope="row">
        {path === undefined ? (
          <span className={middleCut}>
            <MiddleCut text={label} />
          </span>
        ) : (
          <Link to={path} tabIndex={-1} className={middleCut} title={nameOf(bot)}>
            <MiddleCut text={label} />
          </Link>
        )}
      </th>
      <td role="cell" className={`dim mono ${styles.id}`} title={toSafeLine(id)}>
        {isCopied ? 'Copied' : <UntrustedText text={shortId(id)} />}
        <RowButton
          data-icon="copy"
          tabIndex={-1}
          aria-label={`Copy id of ${label}`}
          onClick={() => actions.current.copyId(id)}
        />
      </td>
      <td role="cell" className={active ? undefined : 'dim'}>
        <RowSwitch
          aria-label={`Active: ${label}`}
          aria-disabled={!canSwitch || undefined}
          aria-describedby={canSwitch ? undefined : refusal === undefined ? ACCESS_NOTE : noteId}
          checked={active}
          onChange={() => canSwitch && actions.current.toggle(bot)}
        />
        {active ? 'Active' : 'Inactive'}
      </td>
      <td role="cell" className={table.at}>
        <RelativeTime text={bot.created_at} />
      </td>
      <td role="cell" className={table.end}>
        <RowButton
          data-icon="more"
          tabIndex={-1}
          aria-label={`Actions for ${label}`}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onClick={(event) => actions.current.openMenu(bot, event.currentTarget)}
        />
      </td>
      {refusal !== undefined && (
        <td role="cell" id={noteId} className={`dim screen-only ${styles.below}`}>
          {refusal}
        </td>
      )}
      {failed && (
        <td role="cell" className={`dim screen-only ${styles.below}`}>
          <SwitchFailed bot={bot} error={failed.error} actions={actions} />
        </td>
      )}
    </tr>
  );
});

type SwitchFailedProps = Pick<BotUserRowProps, 'bot' | 'actions'> & { error: Error };

function SwitchFailed({ bot, error, actions }: SwitchFailedProps) {
  const isGone = isNotThere(failureOf(error));
  // "You are offline" is said in another tense afterwards.
  useNetwork();
  return (
    <Group role="alert" gap="xs" c="var(--app-danger-text)">
      <span>{isGone ? 'No longer exists.' : switchFailureAtRow(error)}</span>
      <Button
        size="compact-sm"
        onClick={() => {
          if (isGone) return actions.current.removeFromList(bot.id);
          // The button goes with the failure.
          focusSwitch(bot.id);
          return actions.current.toggle(bot);
        }}
      >
        {isGone ? 'Remove from list' : 'Try again'}
      </Button>
    </Group>
  );
}
