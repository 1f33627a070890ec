import { Button, Checkbox, VisuallyHidden } from '@mantine/core';
import Eraser from 'lucide-react/icons/eraser';
import type { RequestLogEntry } from '#client/exchange.ts';
import { activity } from '#web/api/activity.ts';
import { ExportMenu } from '#web/features/activity/export-menu.tsx';
import { METHODS, type Filter } from '#web/features/activity/filter.ts';
import { icon } from '#web/ui/theme/icon.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Segmented } from '#web/ui/form/segmented.tsx';
import styles from './activity.module.css';

type RequestToolsProps = {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  exchanges: readonly RequestLogEntry[];
  shown: readonly RequestLogEntry[];
};

const METHOD_OPTIONS = [
  { value: 'all' as const, text: 'All', name: 'All methods' },
  ...METHODS.map((value) => ({ value, text: value })),
];

export function RequestTools({ filter, onFilter, exchanges, shown }: RequestToolsProps) {
  return (
    <div className={styles.tools}>
      <Segmented
        legend="Method"
        value={filter.method}
        options={METHOD_OPTIONS}
        onChange={(method) => onFilter({ ...filter, method })}
      />
      <div className={layout.row}>
        <Checkbox
          label="Only failed"
          checked={filter.onlyFailed}
          onChange={({ currentTarget }) =>
            onFilter({ ...filter, onlyFailed: currentTarget.checked })
          }
        />
        <span className={layout.grow} />
        <Button
          variant="subtle"
          size="xs"
          leftSection={<Eraser {...icon} />}
          onClick={() => activity.clear()}
        >
          Clear<VisuallyHidden> requests</VisuallyHidden>
        </Button>
        <ExportMenu exchanges={shown} isFiltered={shown.length < exchanges.length} />
      </div>
    </div>
  );
}
