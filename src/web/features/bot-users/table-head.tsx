import { useMemo } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import type { Sort } from '#web/features/bot-users/list-view.ts';
import { selection, useSelectedIds } from '#web/features/bot-users/use-selection.ts';
import { RowCheckbox } from '#web/ui/row-controls.tsx';
import { SortHeader } from '#web/ui/sort-header.tsx';
import table from '#web/ui/table.module.css';
import styles from './bot-user-table.module.css';

type TableHeadProps = { rows: readonly BotUser[]; sort: Sort; onSort: (sort: Sort) => void };

export const TableHead = ({ rows, sort, onSort }: TableHeadProps) => (
  <thead role="rowgroup">
    <tr role="row" aria-rowindex={1}>
      <th role="columnheader" scope="col" className={table.pick}>
        <SelectLoaded rows={rows} />
      </th>
      <SortHeader column="name" sort={sort} onSort={onSort} isInner>
        Name
      </SortHeader>
      <th role="columnheader" scope="col" className={styles.id}>
        Id
      </th>
      <th role="columnheader" scope="col" className={styles.state}>
        Active
      </th>
      <SortHeader column="created" sort={sort} onSort={onSort} className={styles.at} isInner>
        Created
      </SortHeader>
      <th role="columnheader" scope="col" className={table.end}>
        <span className="visually-hidden">Actions</span>
      </th>
    </tr>
  </thead>
);

/** Selects everything that is loaded and shown. */
function SelectLoaded({ rows }: Pick<TableHeadProps, 'rows'>) {
  const selected = useSelectedIds();
  const count = useMemo(
    () => (selected.size === 0 ? 0 : rows.filter(({ id }) => selected.has(id)).length),
    [rows, selected],
  );
  const isAll = rows.length > 0 && count === rows.length;
  return (
    <RowCheckbox
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll;
      }}
      aria-label="Select all loaded"
      checked={isAll}
      onChange={() => selection[isAll ? 'remove' : 'add'](rows.map(({ id }) => id))}
    />
  );
}
