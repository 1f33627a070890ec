import table from './table.module.css';

/** A line under a row of a table: why its controls cannot act. They name it by `id` as their description. */
export function RowNote({ id, text, columns }: { id: string; text: string; columns: number }) {
  return (
    <tr role="row">
      <td role="cell" colSpan={columns} className={table.note}>
        <p id={id}>{text}</p>
      </td>
    </tr>
  );
}
