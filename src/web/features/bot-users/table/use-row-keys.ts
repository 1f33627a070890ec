import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { accessRefusal, deletionRefusal } from '#web/api/access.ts';
import { reachOf } from '#web/features/bot-users/data/addressability.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import type { RowActions } from '#web/features/bot-users/table/bot-user-row.tsx';
import {
  focusedRow,
  neighbourOf,
  rowElements,
  ROWS_ID,
} from '#web/features/bot-users/table/row-elements.ts';
import { idsOf } from '#web/features/bot-users/table/table-head.tsx';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import { coveredTop } from '#web/ui/layout/page.tsx';

type RowKeysInput = {
  rows: readonly BotUser[];
  actions: RowActions;
  onFocus: (id: string) => void;
};

/** Single keys for the row that has the focus. */
export function useRowKeys({ rows, actions, onFocus }: RowKeysInput) {
  const navigate = useNavigate();

  const move = (by: 1 | -1) => {
    const id = focusedRow();
    const place = id === undefined ? -1 : rows.findIndex((bot) => bot.id === id);
    const next = rows[place + by];
    if (place === -1) focusFirst();
    else if (next !== undefined) onFocus(next.id);
  };
  /** Where the person looks: the first row that can be seen, at the very end of a low screen the last one. */
  const focusFirst = () => {
    const inDocument = rowElements();
    const covered = coveredTop();
    const isSeen = (row: HTMLElement) => row.getBoundingClientRect().top >= covered;
    const id = (inDocument.find(isSeen) ?? inDocument.at(-1))?.dataset['id'];
    if (id !== undefined) onFocus(id);
  };
  const onCurrent = (act: (bot: BotUser) => void) => () => {
    const id = focusedRow();
    const bot = id === undefined ? undefined : rows.find((each) => each.id === id);
    if (bot !== undefined) act(bot);
  };
  const open = onCurrent((bot) => {
    const { path } = reachOf(bot);
    if (path !== undefined) void navigate(path);
  });
  const toggle = onCurrent((bot) => {
    if (reachOf(bot).canChange && accessRefusal() === undefined)
      actions.onSwitch(bot.id, !bot.active);
  });
  const remove = onCurrent((bot) => {
    const opener = document.activeElement;
    if (!reachOf(bot).canChange || !(opener instanceof HTMLElement)) return;
    if ((accessRefusal() ?? deletionRefusal()) !== undefined) return;
    actions.onDelete({ bot, neighbour: neighbourOf(bot.id) });
  });

  useEffect(() => {
    const body = document.getElementById(ROWS_ID);
    const selectAll = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      selection.set(idsOf(rows), true);
    };
    body?.addEventListener('keydown', selectAll);
    return () => body?.removeEventListener('keydown', selectAll);
  }, [rows]);

  useShortcuts([
    { key: 'J', does: 'Next row', run: () => move(1), repeats: true },
    { key: 'K', does: 'Previous row', run: () => move(-1), repeats: true },
    { key: 'X', does: 'Select row', run: onCurrent(({ id }) => actions.onSelect(id, false)) },
    {
      key: 'Shift+X',
      does: 'Select rows up to here',
      run: onCurrent(({ id }) => actions.onSelect(id, true)),
    },
    { key: 'E', does: 'Edit', run: open },
    { key: 'A', does: 'Switch active', run: toggle },
    { key: 'Delete', does: 'Delete…', run: remove },
  ]);
}
