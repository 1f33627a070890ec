import type { KeyboardEventHandler, ReactNode, Ref } from 'react';
import table from '#web/ui/table/table.module.css';

type DataTableProps = {
  label: string;
  columns: ReadonlyArray<string | { text: string; className: string | undefined }>;
  className?: string | undefined;
  /** Header of a column before the others. */
  first?: ReactNode;
  /** Whether the last column has the controls of the rows. */
  hasActions?: boolean;
  /** What holds the rows. */
  body?: Ref<HTMLTableSectionElement>;
  /** With the header, where not all rows are in the document. */
  rowCount?: number | undefined;
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
  /** The rows. */
  children: ReactNode;
};

/** A table for its reading keys; roles are stated because the narrow layout drops the native ones. */
export function DataTable(props: DataTableProps) {
  const { label, columns, className, first, hasActions = false, body, rowCount } = props;
  return (
    <div className={table.wrap}>
      {/* Keys that its controls leave to it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        role="table"
        aria-label={label}
        aria-rowcount={rowCount}
        onKeyDown={props.onKeyDown}
        className={className === undefined ? table.table : `${table.table} ${className}`}
      >
        <thead role="rowgroup">
          <tr role="row">
            {first}
            {columns.map((column) => {
              const { text, className: ofColumn } =
                typeof column === 'string' ? { text: column } : column;
              return (
                <th key={text} role="columnheader" scope="col" className={ofColumn}>
                  {text}
                </th>
              );
            })}
            {hasActions && (
              <th role="columnheader" scope="col" className={table.end}>
                <div className="visually-hidden">Actions</div>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {props.children}
        </tbody>
      </table>
    </div>
  );
}
