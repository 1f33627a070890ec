import { Button, Menu, VisuallyHidden } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import type { RequestLogEntry } from '#client/exchange.ts';
import { useConfig } from '#web/api/config.ts';
import { toHar } from '#web/features/activity/har.ts';
import { toMarkdown } from '#web/features/activity/markdown-report.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/format.ts';
import { icon } from '#web/ui/theme/icon.ts';

type ExportMenuProps = {
  exchanges: readonly RequestLogEntry[];
  isFiltered: boolean;
};

/** What the list shows goes into the file, no more. */
export function ExportMenu({ exchanges, isFiltered }: ExportMenuProps) {
  const config = useConfig();
  const requests = count(exchanges.length, 'request');
  return (
    // Beside its button, in the panel's own landmark.
    <Menu withinPortal={false}>
      <Menu.Target>
        <Button variant="subtle" size="xs" leftSection={<Download {...icon} />}>
          Export<VisuallyHidden> requests</VisuallyHidden>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{isFiltered ? `${requests}, as filtered` : requests}</Menu.Label>
        <Menu.Item
          onClick={() =>
            download(toHar(exchanges, config.service_host), fileName('har'), 'application/json')
          }
        >
          HAR file
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            download(toMarkdown(exchanges, config, Date.now()), fileName('md'), 'text/markdown')
          }
        >
          Markdown report
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** `requests-2026-01-02T03-04-05.har`: several of one day do not replace each other. */
const fileName = (ending: string) =>
  `requests-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${ending}`;
