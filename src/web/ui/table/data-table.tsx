import type { ReactNode } from 'react';
import table from '#web/ui/table/table.module.css';

type DataTableProps = {
  label: string;
  columns: readonly string[];
  className?: string | undefined;
  /** Header of a column before the others. */
  first?: ReactNode;
  /** Whether the last column has the controls of the rows. */
  hasActions?: boolean;
  /** The rows. */
  children: ReactNode;
};

/** A table for its reading keys; roles are stated because the narrow layout drops the native ones. */
export function DataTable(props: DataTableProps) {
  const { label, columns, className, first, hasActions = false, children } = props;
  return (
    <div className={table.wrap}>
      <table
        role="table"
        aria-label={label}
        className={className === undefined ? table.table : `${table.table} ${className}`}
      >
        <thead role="rowgroup">
          <tr role="row">
            {first}
            {columns.map((text) => (
              <th key={text} role="columnheader" scope="col">
                {text}
              </th>
            ))}
            {hasActions && (
              <th role="columnheader" scope="col" className={table.end}>
                <div className="visually-hidden">Actions</div>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  );
}
