import { useEffect, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { reachOf } from '#web/features/bot-users/list/addressability.ts';
import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { idsOf } from '#web/features/bot-users/selection/use-selection.ts';
import { neighbourOf, type RowActions } from '#web/features/bot-users/table/bot-user-row.tsx';
import { focusedRow } from '#web/features/bot-users/table/use-row-window.tsx';
import { coveredTop } from '#web/ui/layout/covered-top.ts';
import { useShortcuts } from '#web/ui/keyboard/use-shortcuts.ts';

type RowKeysInput = {
  rows: Rows;
  shown: readonly Slot[];
  body: RefObject<HTMLElement | null>;
  actions: RowActions;
  onFocus: (id: string) => void;
};

/** Single keys for the row that has the focus. */
export function useRowKeys({ rows, shown, body, actions, onFocus }: RowKeysInput) {
  const navigate = useNavigate();
  const current = () => (body.current ? focusedRow(body.current) : undefined);

  const move = (by: 1 | -1) => {
    const id = current();
    const slot = id === undefined ? undefined : rows.slotOf(id);
    const place = slot === undefined ? -1 : shown.indexOf(slot);
    const next = shown[place + by];
    if (place === -1) focusFirst();
    else if (next !== undefined) onFocus(rows.at(next).id);
  };
  /** Where the person looks: the first row that can be seen, at the very end of a low screen the last one. */
  const focusFirst = () => {
    const onPage = [...(body.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
    const covered = coveredTop();
    const first = onPage.find((row) => row.getBoundingClientRect().top >= covered) ?? onPage.at(-1);
    if (first?.dataset['id'] !== undefined) onFocus(first.dataset['id']);
  };
  const onCurrent = (act: (id: string) => void) => () => {
    const id = current();
    if (id !== undefined) act(id);
  };
  const open = onCurrent((id) => {
    const { path } = reachOf(id);
    if (path !== undefined) void navigate(path);
  });
  const toggle = onCurrent((id) => {
    const bot = rows.get(id);
    if (bot && reachOf(id).canChange) actions.onSwitch(id, !bot.active);
  });
  const remove = onCurrent((id) => {
    const bot = rows.get(id);
    const opener = document.activeElement;
    if (!bot || !reachOf(id).canChange || !(opener instanceof HTMLElement)) return;
    actions.onDelete({ bot, opener, neighbour: neighbourOf(opener.closest('[data-id]')) });
  });

  useEffect(() => {
    const table = body.current;
    const selectAll = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      selection.set(idsOf(rows, shown), true);
    };
    table?.addEventListener('keydown', selectAll);
    return () => table?.removeEventListener('keydown', selectAll);
  }, [body, rows, shown]);

  useShortcuts([
    { key: 'J', does: 'Next row', run: () => move(1), repeats: true },
    { key: 'K', does: 'Previous row', run: () => move(-1), repeats: true },
    { key: 'X', does: 'Select row', run: onCurrent((id) => actions.onSelect(id, false)) },
    {
      key: 'Shift+X',
      does: 'Select rows up to here',
      run: onCurrent((id) => actions.onSelect(id, true)),
    },
    { key: 'E', does: 'Edit', run: open },
    { key: 'A', does: 'Switch active', run: toggle },
    { key: 'Delete', does: 'Delete…', run: remove },
  ]);
}
