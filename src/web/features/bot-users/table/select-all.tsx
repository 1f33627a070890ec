import { useEffect, useRef } from 'react';
import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import {
  idsOf,
  useHiddenSelected,
  useSelectedCount,
} from '#web/features/bot-users/selection/use-selection.ts';
import { RowCheckbox } from '#web/ui/table/row-controls.tsx';
import table from '#web/ui/table/table.module.css';

/** Selects all that is loaded and shown, or none of it: a check box with three states. */
export function SelectAll({ rows, shown }: { rows: Rows; shown: readonly Slot[] }) {
  const box = useRef<HTMLInputElement>(null);
  const { hidden } = useHiddenSelected(rows, shown);
  const selected = useSelectedCount() - hidden;
  const isAll = selected > 0 && selected === shown.length;
  const isSome = selected > 0 && !isAll;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <th role="columnheader" scope="col" className={table.pick}>
      <RowCheckbox
        ref={box}
        aria-label="Select all loaded"
        checked={isAll}
        onChange={() => selection.set(idsOf(rows, shown), !isAll)}
      />
    </th>
  );
}
