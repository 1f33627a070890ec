import { Button, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { failureOf } from '#client/api-error.ts';
import { isNotThere } from '#client/refusal-cause.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { BotUserMenu } from '#web/features/bot-users/bot-user-menu.tsx';
import type { Deleting, FailedSwitch } from '#web/features/bot-users/bot-user-table.tsx';
import { switchActive } from '#web/features/bot-users/switch-active.tsx';
import { forgetBotUser } from '#web/features/bot-users/cache.ts';
import { reachOf } from '#web/features/bot-users/reach.ts';
import { CopyIconButton } from '#web/ui/copy-button.tsx';
import { ForeignText } from '#web/ui/foreign-text.tsx';
import { shortId } from '#web/ui/format.ts';
import { lineOf, nameOf } from '#web/ui/labels.ts';
import layout from '#web/ui/layout.module.css';
import { useReceipt } from '#web/ui/receipt.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { RowNote } from '#web/ui/row-note.tsx';
import table from '#web/ui/table.module.css';
import styles from './bot-user-table.module.css';

type BotUserRowProps = {
  bot: BotUser;
  label: string;
  rowIndex: number;
  failure: FailedSwitch | undefined;
  onHold: (id: string) => void;
  onRelease: (id: string) => void;
  onDelete: (deleting: Deleting) => void;
  /** The row has been taken off the list. */
  onGone: (neighbour: string | undefined) => void;
};

/**
 * Memoized by hand: the compiler does it inside a component, not from row to row. Its functions must stay the same
 * for all rows, or every row is made again when one is switched.
 */
export const BotUserRow = memo(function BotUserRow({
  bot,
  label,
  rowIndex,
  failure,
  onHold,
  onRelease,
  onDelete,
  onGone,
}: BotUserRowProps) {
  const client = useQueryClient();
  const receipt = useReceipt();
  const row = useRef<HTMLTableRowElement>(null);
  // Shown in the same moment; the table behind it follows when all its rows have been counted again.
  const [wish, setWish] = useState<boolean>();
  const { id } = bot;
  const isActive = wish ?? bot.active;
  const reach = reachOf(id);
  const noteId = useId();

  const toggle = (active: boolean) => {
    onHold(id);
    setWish(active);
    const isOnPage = () => row.current !== null;
    const done = () => setWish((now) => (now === active ? undefined : now));
    void switchActive({ client, receipt, id, label, isOnPage }, active).then(done);
  };

  /** The row that comes up when this one goes; the previous one at the end. */
  function neighbour(): string | undefined {
    const rows = [
      ...(row.current?.parentElement?.querySelectorAll<HTMLElement>('[data-id]') ?? []),
    ];
    const index = rows.findIndex((each) => each === row.current);
    return (rows[index + 1] ?? rows[index - 1])?.dataset['id'];
  }

  /** A held row goes once neither the pointer nor the focus is on it. */
  const letGo = () => {
    if (!row.current?.matches(':hover, :focus-within')) onRelease(id);
  };

  return (
    <>
      <tr
        ref={row}
        role="row"
        data-id={id}
        aria-rowindex={rowIndex}
        className={failure && table.failed}
        onPointerLeave={letGo}
        // The focus is on its way: look where it has arrived.
        onBlur={() => setTimeout(letGo)}
      >
        <th role="rowheader" scope="row">
          {reach.path === undefined ? (
            <ForeignText text={label} />
          ) : (
            <Link to={reach.path} title={nameOf(bot)}>
              <ForeignText text={label} />
            </Link>
          )}
        </th>
        <td role="cell" className={table.id}>
          <span className={styles.id}>
            <span className={`${layout.mono} ${table.one}`} title={lineOf(id)}>
              <ForeignText text={shortId(id)} />
            </span>
            <CopyIconButton label={`Copy id of ${label}`} text={id} />
          </span>
        </td>
        <td role="cell" className={table.state}>
          <span className={styles.switch}>
            <Switch
              aria-label={`Active: ${label}`}
              aria-disabled={!reach.canChange || undefined}
              aria-describedby={reach.canChange ? undefined : noteId}
              checked={isActive}
              onChange={(event) => reach.canChange && toggle(event.currentTarget.checked)}
            />
            <span aria-hidden className={isActive ? undefined : layout.muted}>
              {isActive ? 'Active' : 'Inactive'}
            </span>
          </span>
        </td>
        <td role="cell" className={table.at}>
          <RelativeTime text={bot.created_at} />
        </td>
        <td role="cell" className={table.end}>
          <BotUserMenu
            id={id}
            label={label}
            reach={reach}
            noteId={noteId}
            onDelete={(opener) => onDelete({ bot, opener, neighbour: neighbour() })}
          />
        </td>
      </tr>
      {reach.note !== undefined && <RowNote id={noteId} text={reach.note} columns={5} />}
      {failure && (
        <tr role="row" className={table.failed}>
          <td role="cell" colSpan={5} className={styles.failure}>
            <div role="alert" className={layout.row}>
              {isNotThere(failureOf(failure.error)) ? (
                <>
                  <span>No longer exists.</span>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => {
                      const next = neighbour();
                      forgetBotUser(client, id);
                      onGone(next);
                    }}
                  >
                    Remove from list
                  </Button>
                </>
              ) : (
                <>
                  <span>Not changed. {reasonOf(failure.error)}</span>
                  <Button size="xs" variant="default" onClick={() => toggle(failure.active)}>
                    Try again
                  </Button>
                </>
              )}
            </div>
          </td>
        </tr>
      )}
    </>
  );
});
