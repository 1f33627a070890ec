import type { RequestLogEntry } from '#client/request-log.ts';
import { toJson } from '#web/features/activity/request-text.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/format.ts';
import { MenuItem, MenuLabel, MenuPanel } from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';

export type ExportPanelProps = {
  entries: readonly RequestLogEntry[];
  shown: readonly RequestLogEntry[];
};

/** What the list shows goes into the file, no more. */
export function ExportPanel({ entries, shown, ...menu }: ExportPanelProps & MenuState) {
  return (
    // Beside its button, in the panel's own landmark.
    <MenuPanel {...menu} withinPortal={false}>
      <MenuLabel>
        {count(shown.length, 'request')}
        {shown.length < entries.length && ', as filtered'}
      </MenuLabel>
      <MenuItem onClick={() => download(toJson(shown), fileName(), 'application/json')}>
        JSON file
      </MenuItem>
    </MenuPanel>
  );
}

/** `requests-2026-01-02T03-04-05.json` */
const fileName = () =>
  `requests-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
