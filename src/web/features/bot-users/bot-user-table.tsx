import { useMediaQuery } from '@mantine/hooks';
import { lazy, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { BotUserRow, type RowActions } from '#web/features/bot-users/bot-user-row.tsx';
import { lastOpened } from '#web/features/bot-users/last-opened.ts';
import { publish } from '#web/features/bot-users/queries.ts';
import { countLine, focusRow } from '#web/features/bot-users/rows-in-document.ts';
import { switchActive } from '#web/features/bot-users/switch-active.tsx';
import { TableHead } from '#web/features/bot-users/table-head.tsx';
import type { LabelOf } from '#web/features/bot-users/use-labels.ts';
import { useRowKeys } from '#web/features/bot-users/use-row-keys.ts';
import { selection } from '#web/features/bot-users/use-selection.ts';
import type { Sort } from '#web/features/bot-users/use-shown-rows.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { useCopy } from '#web/ui/copy.tsx';
import { OnDemand } from '#web/ui/on-demand.tsx';
import { moveInRow, ROW_KEYS_HINT } from '#web/ui/row-keys.ts';
import table from '#web/ui/table.module.css';
import { VirtualBody } from '#web/ui/virtual-body.tsx';
import styles from './bot-user-table.module.css';

const RowMenu = lazy(async () => ({
  default: (await import('#web/features/bot-users/row-menu.tsx')).RowMenu,
}));
const JsonDialog = lazy(async () => ({
  default: (await import('#web/features/bot-users/json-dialog.tsx')).JsonDialog,
}));
const DeleteDialog = lazy(async () => ({
  default: (await import('#web/features/bot-users/delete-dialog.tsx')).DeleteDialog,
}));

type BotUserTableProps = {
  /** What is shown, in its order. */
  rows: readonly BotUser[];
  labelOf: LabelOf;
  /** Whether the service has no more. */
  isComplete: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** A row was switched, and later has neither the pointer nor the focus any more. */
  onSwitched: (id: string) => void;
  onLeft: (id: string) => void;
  /** A row whose link gets the focus. */
  wantedId: string | undefined;
  onWanted: (id: string | undefined) => void;
};

type Open = { bot: BotUser; button: HTMLElement; what: 'menu' | 'json' };

export function BotUserTable(props: BotUserTableProps) {
  const { rows, labelOf, isComplete, sort, onSort, wantedId, onWanted } = props;
  const [open, setOpen] = useState<Open>();
  const [deleting, setDeleting] = useState<{ bot: BotUser; nextId: string | undefined }>();
  const clipboard = useCopy();
  const hintId = useId();
  const navigate = useNavigate();

  /** The row that comes up when this one goes; the one before it at the end. */
  function nextIdOf(id: string) {
    const index = rows.findIndex((bot) => bot.id === id);
    return (rows[index + 1] ?? rows[index - 1])?.id;
  }
  const focusAfter = (nextId: string | undefined) =>
    nextId === undefined ? countLine.focus() : onWanted(nextId);
  const openPage = (id: string, path: string) => {
    lastOpened.set(id);
    void navigate(path);
  };

  const now: RowActions = {
    // Presses with a key held down are the browser's: they open a tab or save a file.
    open(event, id, path) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      openPage(id, path);
    },
    toggle(bot) {
      props.onSwitched(bot.id);
      void switchActive(bot.id, labelOf(bot), !bot.active);
    },
    select: (id, isRange) =>
      isRange
        ? selection.range(
            rows.map((bot) => bot.id),
            id,
          )
        : selection.toggle(id),
    copyId: (id) => void clipboard.copy(id),
    openMenu: (bot, button) => setOpen({ bot, button, what: 'menu' }),
    leave: props.onLeft,
    removeFromList(id) {
      const nextId = nextIdOf(id);
      publish({ type: 'deleted', id });
      focusAfter(nextId);
    },
  };
  const actions = useStableActions(now);
  const remove = (bot: BotUser) => setDeleting({ bot, nextId: nextIdOf(bot.id) });
  useRowKeys({ rows, actions, openPage, remove, onWanted });

  return (
    <div className={styles.wrap} data-density={usePreferences().density}>
      {/* It hears the keys of the controls in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        role="table"
        className={`${table.table} ${styles.table}`}
        aria-label="Bot users"
        aria-rowcount={isComplete ? rows.length + 1 : -1}
        aria-describedby={hintId}
        onKeyDown={(event) => {
          moveInRow(event);
          if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          selection.add(rows.map(({ id }) => id));
        }}
      >
        <TableHead rows={rows} sort={sort} onSort={onSort} />
        <Rows
          {...{ rows, labelOf, actions, wantedId, onWanted }}
          menuId={open?.what === 'menu' ? open.bot.id : undefined}
          copiedId={clipboard.copied}
        />
      </table>
      <p id={hintId} hidden>
        {ROW_KEYS_HINT}
      </p>
      {clipboard.byHand}
      <OnDemand>
        {open?.what === 'menu' && (
          <RowMenu
            key={open.bot.id}
            bot={open.bot}
            button={open.button}
            onOpen={(path) => openPage(open.bot.id, path)}
            onJson={() => setOpen({ ...open, what: 'json' })}
            onDelete={() => remove(open.bot)}
            onClose={() => setOpen((before) => (before?.what === 'menu' ? undefined : before))}
          />
        )}
        {open?.what === 'json' && <JsonDialog bot={open.bot} onClose={() => setOpen(undefined)} />}
        {deleting && (
          <DeleteDialog
            bot={deleting.bot}
            label={labelOf(deleting.bot)}
            onClose={() => setDeleting(undefined)}
            onDeleted={() => {
              setDeleting(undefined);
              focusAfter(deleting.nextId);
            }}
          />
        )}
      </OnDemand>
    </div>
  );
}

type RowsProps = Pick<BotUserTableProps, 'rows' | 'labelOf' | 'wantedId' | 'onWanted'> & {
  actions: RowActions;
  menuId: string | undefined;
  copiedId: string | undefined;
};

function Rows({ rows, labelOf, actions, wantedId, onWanted, menuId, copiedId }: RowsProps) {
  const isPhone = useMediaQuery('(max-width: 47em)', undefined, { getInitialValueInEffect: false });
  const keyOf = useCallback((index: number) => rows[index]?.id ?? '', [rows]);

  useLayoutEffect(() => {
    // A dialog that is about to close keeps the focus from everything behind it.
    if (wantedId === undefined || document.querySelector('dialog[open]')) return;
    focusRow(wantedId);
    onWanted(undefined);
  });

  return (
    <VirtualBody
      count={rows.length}
      rowHeight={isPhone ? CARD_HEIGHT : ROW_HEIGHT}
      keyOf={keyOf}
      wantedKey={wantedId}
    >
      {(index) => {
        const bot = rows[index];
        return (
          bot && (
            <BotUserRow
              key={bot.id}
              bot={bot}
              label={labelOf(bot)}
              index={index}
              isMenuOpen={bot.id === menuId}
              isCopied={bot.id === copiedId}
              actions={actions}
            />
          )
        );
      }}
    </VirtualBody>
  );
}

/** In pixels; the style sheet says so, and other sizes are measured. */
const ROW_HEIGHT = 44;
const CARD_HEIGHT = 101;

/** The latest actions in an object that stays the same. */
function useStableActions(now: RowActions): RowActions {
  const latest = useRef(now);
  useLayoutEffect(() => void (latest.current = now));
  const [actions] = useState<RowActions>(() => ({
    open: (...input) => latest.current.open(...input),
    toggle: (...input) => latest.current.toggle(...input),
    select: (...input) => latest.current.select(...input),
    copyId: (...input) => latest.current.copyId(...input),
    openMenu: (...input) => latest.current.openMenu(...input),
    leave: (...input) => latest.current.leave(...input),
    removeFromList: (...input) => latest.current.removeFromList(...input),
  }));
  return actions;
}
