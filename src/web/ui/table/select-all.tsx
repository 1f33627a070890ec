import { RowCheckbox } from '#web/ui/table/row-controls.tsx';
import table from '#web/ui/table/table.module.css';

type SelectAllProps = {
  label: string;
  title?: string;
  selected: number;
  of: number;
  onSelect: (on: boolean) => void;
};

/** Header of the column of check boxes: selects all rows or none, and has a third state for some. */
export function SelectAll({ label, title, selected, of, onSelect }: SelectAllProps) {
  const isAll = selected > 0 && selected === of;
  return (
    <th role="columnheader" scope="col" className={table.pick}>
      <RowCheckbox
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && !isAll;
        }}
        aria-label={label}
        title={title}
        checked={isAll}
        onChange={() => onSelect(!isAll)}
      />
    </th>
  );
}
