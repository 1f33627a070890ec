import type { RequestLogEntry } from '#client/request-log.ts';
import { useConfig } from '#web/api/config.ts';
import { toHar, toJson } from '#web/features/activity/har.ts';
import { toMarkdown } from '#web/features/activity/markdown-report.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/format.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { MenuItem, MenuLabel, MenuPanel } from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';

export type ExportPanelProps = {
  entries: readonly RequestLogEntry[];
  shown: readonly RequestLogEntry[];
};

/** What the list shows goes into the file, no more. */
export function ExportPanel({ entries, shown, ...menu }: ExportPanelProps & MenuState) {
  const config = useConfig();
  const { developer } = usePreferences();
  return (
    // Beside its button, in the panel's own landmark.
    <MenuPanel {...menu} withinPortal={false}>
      <MenuLabel>
        {count(shown.length, 'request')}
        {shown.length < entries.length && ', as filtered'}
      </MenuLabel>
      <MenuItem onClick={() => download(toJson(shown), fileName('json'), 'application/json')}>
        JSON file
      </MenuItem>
      {developer && (
        <>
          <MenuItem
            onClick={() => download(toHar(shown, config), fileName('har'), 'application/json')}
          >
            HAR file
          </MenuItem>
          <MenuItem
            onClick={() =>
              download(toMarkdown(shown, config, new Date()), fileName('md'), 'text/markdown')
            }
          >
            Markdown report
          </MenuItem>
        </>
      )}
    </MenuPanel>
  );
}

/** `requests-2026-01-02T03-04-05.har` */
const fileName = (ending: string) =>
  `requests-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${ending}`;
