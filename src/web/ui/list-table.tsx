import { useCallback, type ComponentProps, type ReactNode } from 'react';
import table from '#web/ui/table.module.css';
import { VirtualBody } from '#web/ui/virtual-body.tsx';

type ListTableProps<Row> = Omit<ComponentProps<'table'>, 'children'> & {
  'aria-label': string;
  head: ReactNode;
  rows: readonly Row[];
  /** Tells a row from the others. It stays the same function. */
  keyOf: (row: Row) => string;
  /** In pixels, of a usual row, until one is measured. */
  rowHeight: number;
  /** There are more rows than these, nobody knows how many. */
  hasMore?: boolean;
  /** Draws a row with its key and, as `data-index`, its place. */
  children: (row: Row, index: number) => ReactNode;
};

/** A table of any length: a long one has only the rows near the screen in the document. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { head, rows, keyOf, rowHeight, hasMore, className = '', children, ...options } = props;
  const keyAt = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? '' : keyOf(row);
    },
    [rows, keyOf],
  );
  return (
    <div className={table.wrap}>
      <table
        role="table"
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        className={`${table.table} ${className}`}
        {...options}
      >
        {head}
        <VirtualBody count={rows.length} rowHeight={rowHeight} keyOf={keyAt}>
          {(index) => {
            const row = rows[index];
            return row !== undefined && children(row, index);
          }}
        </VirtualBody>
      </table>
    </div>
  );
}
