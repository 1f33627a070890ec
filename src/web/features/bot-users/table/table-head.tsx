import type { BotUser } from '#contract/bot-user.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { useSelectedCount } from '#web/features/bot-users/selection/use-selection.ts';
import { ariaSort, nextSort, type Sort } from '#web/features/bot-users/view/list-view.ts';
import { SelectAll } from '#web/ui/table/select-all.tsx';
import styles from './bot-user-table.module.css';

type TableHeadProps = {
  rows: readonly BotUser[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Tab index of the buttons that sort. */
  inner: number | undefined;
};

export const TableHead = ({ rows, ...sorting }: TableHeadProps) => (
  <thead role="rowgroup">
    <tr role="row" aria-rowindex={1}>
      <SelectLoaded rows={rows} />
      <SortHeader text="Name" column="name" {...sorting} />
      <th role="columnheader" scope="col" className={styles.id}>
        Id
      </th>
      <th role="columnheader" scope="col" className={styles.state}>
        Active
      </th>
      <SortHeader text="Created" column="created" {...sorting} className={styles.at} />
      <th role="columnheader" scope="col" className={styles.end}>
        <span className="visually-hidden">Actions</span>
      </th>
    </tr>
  </thead>
);

/** Selects all that is loaded and shown. */
const SelectLoaded = ({ rows }: { rows: readonly BotUser[] }) => (
  <SelectAll
    label="Select all loaded"
    selected={useSelectedCount() === 0 ? 0 : countSelected(rows)}
    of={rows.length}
    onSelect={(on) => selection.set(idsOf(rows), on)}
  />
);

export const idsOf = (rows: readonly BotUser[]) => rows.map(({ id }) => id);

function countSelected(rows: readonly BotUser[]): number {
  let count = 0;
  for (const { id } of rows) if (selection.has(id)) count += 1;
  return count;
}

type SortHeaderProps = Omit<TableHeadProps, 'rows'> & {
  text: string;
  column: 'name' | 'created';
  className?: string | undefined;
};

function SortHeader({ text, column, sort, onSort, inner, className }: SortHeaderProps) {
  return (
    <th role="columnheader" scope="col" aria-sort={ariaSort(sort, column)} className={className}>
      <button type="button" tabIndex={inner} onClick={() => onSort(nextSort(sort, column))}>
        {text}
      </button>
    </th>
  );
}
