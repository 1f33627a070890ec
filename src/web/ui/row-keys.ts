import { coveredTop } from '#web/ui/focus.ts';
import type { Shortcut } from '#web/ui/use-shortcuts.ts';

/** The place of the row in which something has the focus, as its `data-index` says; -1: there is none. */
export function focusedRow(): number {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-index]');
  return Number(row?.dataset['index'] ?? -1);
}

/** The first row that can be seen, at the very end of a low screen the last one. */
function firstSeenRow(): number {
  const covered = coveredTop();
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-index]')];
  const first = rows.find((row) => row.getBoundingClientRect().top >= covered) ?? rows.at(-1);
  return Number(first?.dataset['index'] ?? -1);
}

type RowKeys = {
  /** Called with a place that may be beyond the ends. */
  onMove: (to: number) => void;
  onSelect: (at: number, isRange: boolean) => void;
};

/** The single keys that every table has whose rows can be selected. */
export function rowKeys({ onMove, onSelect }: RowKeys): Shortcut[] {
  const move = (by: 1 | -1) => () => {
    const at = focusedRow();
    onMove(at === -1 ? firstSeenRow() : at + by);
  };
  const select = (isRange: boolean) => () => onSelect(focusedRow(), isRange);
  return [
    { key: 'J', does: 'Next row', run: move(1), repeats: true },
    { key: 'K', does: 'Previous row', run: move(-1), repeats: true },
    { key: 'X', does: 'Select row', run: select(false) },
    { key: 'Shift+X', does: 'Select rows up to here', run: select(true) },
  ];
}
