import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import type { ReactNode } from 'react';
import { announce } from '#web/ui/announcer.tsx';

type SortHeaderProps<Column extends string> = {
  column: Column;
  /** `name`, `-name` for the other direction, empty for the order of the service. */
  sort: Column | `-${Column}` | '';
  onSort: (sort: Column | `-${Column}` | '') => void;
  /** Another control of its row is the Tab stop, and arrow keys lead here. */
  isInner?: boolean;
  children: ReactNode;
};

const orderOf = (sort: string) => (sort.startsWith('-') ? 'descending' : 'ascending');

/** Header of a column by which rows can be sorted: ascending, descending, off. */
export function SortHeader<Column extends string>(props: SortHeaderProps<Column>) {
  const { column, sort, onSort, isInner, children } = props;
  const down: `-${Column}` = `-${column}`;
  const next = sort === column ? down : sort === down ? '' : column;
  const Icon = sort === column ? ArrowUp : sort === down ? ArrowDown : ChevronsUpDown;

  function press() {
    onSort(next);
    announce(next === '' ? 'Sort removed.' : `Sorted by ${column}, ${orderOf(next)}.`);
  }

  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sort === column || sort === down ? orderOf(sort) : undefined}
    >
      <button type="button" tabIndex={isInner ? -1 : undefined} onClick={press}>
        {children}
        <Icon size={12} aria-hidden />
      </button>
    </th>
  );
}
