import type { ComponentProps, ReactNode } from 'react';
import { VirtualBody } from '#web/ui/virtual-body.tsx';
import type { VirtualBodyProps } from '#web/ui/virtual-rows.tsx';
import table from '#web/ui/table.module.css';

type ListTableProps<Row> = Omit<ComponentProps<'table'>, 'children'> & {
  'aria-label': string;
  head: ReactNode;
  /** There are more rows than these, nobody knows how many. */
  hasMore?: boolean;
} & VirtualBodyProps<Row>;

/** A table of any length: a long one has only the rows near the screen in the document. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { head, hasMore, className = '', ...body } = props;
  const { rows, keyOf, wantedKey, rowHeight, children, ...options } = body;
  return (
    <table
      role="table"
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      className={`${table.table} ${className}`}
      {...options}
    >
      {head}
      <VirtualBody {...{ rows, keyOf, wantedKey, rowHeight, children }} />
    </table>
  );
}

type HeadRowProps = {
  /** What the columns are called, in their order. */
  names: readonly string[];
  /** A column before them. */
  children?: ReactNode;
};

/** The head of a table that nobody sorts. */
export const HeadRow = ({ names, children }: HeadRowProps) => (
  <thead role="rowgroup">
    <tr role="row" aria-rowindex={1}>
      {children}
      {names.map((name) => (
        <th key={name} role="columnheader" scope="col">
          {name}
        </th>
      ))}
    </tr>
  </thead>
);
