import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { BotUserRow, type RowActions } from '#web/features/bot-users/bot-user-row.tsx';
import { isSwitchedOn, pressUnderWay } from '#web/features/bot-users/local-changes.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { publish } from '#web/features/bot-users/queries.ts';
import { countLine, focusRow, rowElement } from '#web/features/bot-users/rows-in-document.ts';
import { selection } from '#web/features/bot-users/selection.ts';
import { switchActive } from '#web/features/bot-users/switch-active.tsx';
import { idBeside, type LabelOf, type Sort } from '#web/features/bot-users/use-shown-rows.ts';
import { formatNumber } from '#web/lib/format.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { useCopy } from '#web/ui/copy.tsx';
import { HeadCell, HeadRow, ListTable, PRINTED_MAX } from '#web/ui/list-table.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { isCommand } from '#web/ui/press.ts';
import { focusedRow, moveInRow, ROW_KEYS_HINT, rowKeys, SelectAll } from '#web/ui/row-controls.tsx';
import { SortHeader } from '#web/ui/sort-header.tsx';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import table from '#web/ui/table.module.css';
import styles from './bot-user-table.module.css';

const RowMenu = onDemand(() => import('#web/features/bot-users/row-menu.tsx'), 'RowMenu');
const DeleteDialog = onDemand(
  () => import('#web/features/bot-users/delete-dialog.tsx'),
  'DeleteDialog',
);

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

export function BotUserTable(props: BotUserTableProps) {
  const { rows, labelOf, isComplete, sort, onSort, wantedId, onWanted } = props;
  const [menu, setMenu] = useState<{ bot: BotUser; button: HTMLElement }>();
  /** `nextId`: of the row that has the focus afterwards, which is known only before. */
  const [deletion, setDeletion] = useState<{ bot: BotUser; nextId: string | undefined }>();
  const clipboard = useCopy();
  const hintId = useId();
  const navigate = useNavigate();

  const focusNext = (id: string | undefined) =>
    id === undefined ? countLine.focus() : onWanted(id);

  /** @returns once its page is there, where there is one */
  function open(bot: BotUser) {
    const { path } = permissionsOf(bot);
    return path && navigate(path);
  }

  function select(id: string, isRange: boolean) {
    if (isRange) selection.range(rows.map(idOf), id);
    else selection.toggle(id);
  }

  const now: RowActions = {
    toggle(bot) {
      props.onSwitched(bot.id);
      const settled = switchActive(bot.id, labelOf(bot), !isSwitchedOn(bot));
      void settled.then(() => actions.current.leave(bot.id));
    },
    select,
    copyId: (id) => clipboard.copy(id),
    openMenu: (bot, button) => setMenu({ bot, button }),
    remove: (bot) => setDeletion({ bot, nextId: idBeside(bot.id, rows) }),
    leave(id) {
      const isHere = rows[focusedRow()]?.id === id || rowElement(id)?.matches(':hover');
      // Until it is answered a row may be come back to.
      if (!isHere && !pressUnderWay(id)) props.onLeft(id);
    },
    removeFromList(id) {
      const nextId = idBeside(id, rows);
      publish({ type: 'deleted', id });
      focusNext(nextId);
    },
  };
  const actions = useRef(now);
  useLayoutEffect(() => void (actions.current = now));
  const onRow = (at: number, act: (bot: BotUser) => unknown) => rows[at] && act(rows[at]);
  const onFocused = (act: (bot: BotUser) => unknown) => onRow(focusedRow(), act);
  // What must not be changed is refused by whoever sends it, with the reason.
  useShortcuts([
    ...rowKeys({
      onMove: (to) => onRow(to, ({ id }) => onWanted(id)),
      onSelect: (at, isRange) => onRow(at, ({ id }) => select(id, isRange)),
    }),
    { key: 'E', does: 'Edit', run: () => onFocused(open) },
    { key: 'A', does: 'Switch active', run: () => onFocused(now.toggle) },
    { key: 'Delete', does: 'Delete…', run: () => onFocused(now.remove) },
  ]);
  useLayoutEffect(() => {
    // A dialog that is about to close keeps the focus from everything behind it.
    if (wantedId === undefined || document.querySelector('dialog[open]')) return;
    focusRow(wantedId);
    onWanted(undefined);
  });

  return (
    <div className={styles.wrap} data-density={usePreferences().density}>
      <ListTable
        aria-label="Bot users"
        aria-describedby={hintId}
        className={styles.table}
        hasMore={!isComplete}
        // The keys come from the controls in its rows.
        onKeyDown={(event) => {
          moveInRow(event);
          if (!isCommand(event.nativeEvent, 'A')) return;
          event.preventDefault();
          selection.add(rows.map(idOf));
        }}
        head={<TableHead rows={rows} sort={sort} onSort={onSort} />}
        rows={rows}
        // In pixels, as the style sheet says; other sizes are measured.
        rowHeight={matchMedia('(max-width: 47rem)').matches ? 101 : 44}
        keyOf={idOf}
        wantedKey={wantedId}
      >
        {(bot, index) => (
          <BotUserRow
            key={bot.id}
            bot={bot}
            label={labelOf(bot)}
            index={index}
            isMenuOpen={menu?.bot.id === bot.id}
            isCopied={clipboard.copied === bot.id}
            actions={actions}
          />
        )}
      </ListTable>
      <p id={hintId} hidden>
        {ROW_KEYS_HINT}
      </p>
      {rows.length > PRINTED_MAX && (
        <p className="print-only">
          The first {formatNumber(PRINTED_MAX)}. A file has all of them: Export.
        </p>
      )}
      {clipboard.byHand}
      {menu && (
        <RowMenu
          key={menu.bot.id}
          {...menu}
          onOpen={() => void open(menu.bot)}
          onDelete={() => now.remove(menu.bot)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {deletion && (
        <DeleteDialog
          bot={deletion.bot}
          label={labelOf(deletion.bot)}
          onClose={() => setDeletion(undefined)}
          onDeleted={() => {
            setDeletion(undefined);
            focusNext(deletion.nextId);
          }}
        />
      )}
    </div>
  );
}

const idOf = ({ id }: BotUser) => id;

const TableHead = ({ rows, sort, onSort }: Pick<BotUserTableProps, 'rows' | 'sort' | 'onSort'>) => (
  <HeadRow>
    <HeadCell className={table.pick}>
      <SelectAll aria-label="Select all loaded" selection={selection} rows={rows} keyOf={idOf} />
    </HeadCell>
    <SortHeader column="name" sort={sort} onSort={onSort} isInner>
      Name
    </SortHeader>
    <HeadCell className={styles.id}>Id</HeadCell>
    <HeadCell>Active</HeadCell>
    <SortHeader column="created" sort={sort} onSort={onSort} isInner>
      Created
    </SortHeader>
    <HeadCell className={table.end}>
      <span className="visually-hidden">Actions</span>
    </HeadCell>
  </HeadRow>
);
