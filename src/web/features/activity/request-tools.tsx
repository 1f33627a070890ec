import { Menu } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import Eraser from 'lucide-react/icons/eraser';
import type { RequestLogEntry } from '#client/request-log.ts';
import { activity } from '#web/api/activity.ts';
import { useConfig } from '#web/api/config.ts';
import { toHar } from '#web/features/activity/har.ts';
import { toMarkdown } from '#web/features/activity/markdown-report.ts';
import { isFailed } from '#web/features/activity/outcome.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/format.ts';
import { icon } from '#web/ui/theme/icon.ts';
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

type RequestToolsProps = {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  entries: readonly RequestLogEntry[];
  shown: readonly RequestLogEntry[];
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

/** What the list shows goes into the file, no more. */
function ExportMenu({ entries, shown }: Pick<RequestToolsProps, 'entries' | 'shown'>) {
  const config = useConfig();
  const requests = count(shown.length, 'request');
  return (
    // Beside its button, in the panel's own landmark.
    <Menu withinPortal={false}>
      <Menu.Target>
        <Button variant="subtle" size="xs" leftSection={<Download {...icon} />}>
          Export<span className="visually-hidden"> requests</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {requests}
          {shown.length < entries.length && ', as filtered'}
        </Menu.Label>
        <Menu.Item
          onClick={() => download(toHar(shown, config), fileName('har'), 'application/json')}
        >
          HAR file
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            download(toMarkdown(shown, config, new Date()), fileName('md'), 'text/markdown')
          }
        >
          Markdown report
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** `requests-2026-01-02T03-04-05.har` */
const fileName = (ending: string) =>
  `requests-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${ending}`;
