import { ActionIcon, Button, Menu, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { memo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { hasStatus } from '#client/api-error.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { curlOf } from '#web/api/call.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import type { Deleting, FailedSwitch } from '#web/features/bot-users/bot-user-table.tsx';
import { switchActive } from '#web/features/bot-users/switch-active.tsx';
import { forgetBotUser } from '#web/features/bot-users/cache.ts';
import { paths, pathTo } from '#web/paths.ts';
import { icon } from '#web/ui/icon.ts';
import { CopyIconButton, CopyMenuItem } from '#web/ui/copy-button.tsx';
import { shortId } from '#web/ui/format.ts';
import layout from '#web/ui/layout.module.css';
import { useReceipt } from '#web/ui/receipt.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
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
  const navigate = useNavigate();
  const receipt = useReceipt();
  const row = useRef<HTMLTableRowElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  // Shown in the same moment; the table behind it follows when all its rows have been counted again.
  const [wish, setWish] = useState<boolean>();
  const { id } = bot;
  const isActive = wish ?? bot.active;
  const path = pathTo(paths.botUser, { botUserId: id });

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
          <Link to={path} title={bot.name}>
            {label}
          </Link>
        </th>
        <td role="cell" className={table.id}>
          <span className={styles.id}>
            <span className={`${layout.mono} ${table.one}`} title={id}>
              {shortId(id)}
            </span>
            <CopyIconButton label={`Copy id of ${label}`} text={id} />
          </span>
        </td>
        <td role="cell" className={table.state}>
          <span className={styles.switch}>
            <Switch
              aria-label={`Active: ${label}`}
              checked={isActive}
              onChange={(event) => toggle(event.currentTarget.checked)}
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
          <Menu keepMounted={false}>
            <Menu.Target>
              <ActionIcon ref={menu} aria-label={`Actions for ${label}`}>
                <Ellipsis {...icon} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void navigate(path)}>Edit</Menu.Item>
              <CopyMenuItem label="Copy id" text={id} />
              <CopyMenuItem
                label="Copy as curl"
                text={curlOf(botUserEndpoints.get, { params: { id } })}
              />
              <Menu.Divider />
              <Menu.Item
                data-danger
                onClick={() => onDelete({ bot, opener: menu.current, neighbour: neighbour() })}
              >
                Delete…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </td>
      </tr>
      {failure && (
        <tr role="row" className={table.failed}>
          <td role="cell" colSpan={5} className={styles.failure}>
            <div role="alert" className={layout.row}>
              {hasStatus(failure.error, 404) ? (
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
