import Download from 'lucide-react/icons/download';
import Eraser from 'lucide-react/icons/eraser';
import type { RequestLogEntry } from '#client/request-log.ts';
import { activity } from '#web/api/activity.ts';
import type { ExportPanelProps } from '#web/features/activity/export-panel.tsx';
import { isFailed } from '#web/features/activity/outcome.ts';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import { icon } from '#web/ui/icon.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import { Checkbox } from '#web/ui/parts/checkbox.tsx';
import styles from './activity.module.css';

interface Filter {
  method: RequestLogEntry['method'] | 'all';
  onlyFailed: boolean;
}

export const everything: Filter = { method: 'all', onlyFailed: false };

export const filtered = (entries: readonly RequestLogEntry[], { method, onlyFailed }: Filter) =>
  entries.filter(
    (entry) => (method === 'all' || entry.method === method) && (!onlyFailed || isFailed(entry)),
  );

type RequestToolsProps = ExportPanelProps & {
  filter: Filter;
  onFilter: (filter: Filter) => void;
};

const METHOD_OPTIONS = [
  { value: 'all' as const, text: 'All', name: 'All methods' },
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((value) => ({ value, text: value })),
];

export function RequestTools({ filter, onFilter, entries, shown }: RequestToolsProps) {
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
          onClick={activity.clear}
        >
          Clear<span className="visually-hidden"> requests</span>
        </Button>
        <ExportMenu entries={entries} shown={shown} />
      </div>
    </div>
  );
}

const panel = new LazyChunk(() => import('#web/features/activity/export-panel.tsx'));
const ExportPanel = late(panel, (parts) => parts.ExportPanel, ChunkErrorDialog);

function ExportMenu(props: ExportPanelProps) {
  const { button, menu } = useMenu(panel);
  return (
    <>
      <Button {...button} variant="subtle" size="xs" leftSection={<Download {...icon} />}>
        Export<span className="visually-hidden"> requests</span>
      </Button>
      {menu && <ExportPanel {...menu} {...props} />}
    </>
  );
}
