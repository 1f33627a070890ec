import { Menu } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { curlOf } from '#web/api/curl.ts';
import { describeFile, fileText, type ExportFormat } from '#web/features/bot-users/export-file.ts';
import { loadAll } from '#web/features/bot-users/loader.ts';
import { chosenFrom } from '#web/features/bot-users/plan-lines.ts';
import { listEnd, loadedPages, loadedRows } from '#web/features/bot-users/queries.ts';
import { selection } from '#web/features/bot-users/selection.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { AnchoredMenu, CopyMenuItem } from '#web/ui/anchored-menu.tsx';
import { notify } from '#web/ui/notify.ts';

type MenuProps = { button: HTMLElement; onClose: () => void };

/** What the list can do that needs no button of its own. */
export function ListMenu({ onFromList, ...menu }: MenuProps & { onFromList: () => void }) {
  const selected = selection.useIds();
  return (
    <AnchoredMenu {...menu}>
      <Menu.Item onClick={onFromList}>Select from a list…</Menu.Item>
      <Menu.Item component={Link} to={paths.botUserImport}>
        Import…
      </Menu.Item>
      {selected.size > 0 && <CopyMenuItem label="Copy ids" text={[...selected].join('\n')} />}
      <CopyMenuItem
        label="Copy as curl"
        text={curlOf(botUserEndpoints.list, { query: { limit: String(PAGE_LIMIT_MAX) } })}
      />
    </AnchoredMenu>
  );
}

/** The rows that the list shows, in its order. */
export type ShownRows = { rows: readonly BotUser[]; isFiltered: boolean };

const FORMATS: Array<{ format: ExportFormat; text: string; type: string }> = [
  { format: 'csv', text: 'CSV', type: 'text/csv' },
  { format: 'json', text: 'JSON', type: 'application/json' },
  { format: 'jsonl', text: 'JSON Lines', type: 'application/jsonl' },
];

type ExportMenuProps = MenuProps & { what: 'Shown' | 'Selected'; shown: ShownRows };

/** What goes into the file, and in which format. */
export function ExportMenu({ what: first, shown, ...menu }: ExportMenuProps) {
  const [what, setWhat] = useState<string>(first);
  const selected = selection.useIds().size;
  const hints = {
    Shown: `${count(shown.rows.length, 'bot user')}.`,
    ...(selected > 0 && { Selected: `${count(selected, 'bot user')}.` }),
    Everything: listEnd() === 'last' ? 'All are loaded.' : 'Loads the rest first. Total unknown.',
  };
  return (
    <AnchoredMenu {...menu}>
      <div role="group" aria-label="What">
        <Menu.RadioGroup value={what} onChange={setWhat}>
          {Object.entries(hints).map(([label, hint]) => (
            <Menu.RadioItem
              key={label}
              value={label}
              closeMenuOnClick={false}
              aria-label={label}
              aria-description={hint}
            >
              {label} <small className="dim">{hint}</small>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
      <Menu.Divider />
      {FORMATS.map((format) => (
        <Menu.Item key={format.text} onClick={() => void exportRows(what, format, shown)}>
          {format.text}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}

type Format = (typeof FORMATS)[number];

/** Notifies of each file, also when the list has been left meanwhile. */
async function exportRows(what: string, format: Format, { rows }: ShownRows) {
  const ended = session.signal();
  if (what === 'Shown') return write(rows, format);
  if (what === 'Selected') return write(chosenFrom(selection.ids()).bots, format);
  if (listEnd() !== 'last') await loadAll();
  if (ended.aborted) return undefined;
  const exportLoaded = () => write(loadedRows(), format);
  if (listEnd() === 'last') return exportLoaded();
  return notify({
    isFailure: true,
    text: `Not exported: loading stopped at ${count(loadedRows().length, 'bot user')}.`,
    more: { label: 'Export what is loaded', run: exportLoaded },
  });
}

function write(rows: readonly BotUser[], { format, text, type }: Format) {
  const unreadable = loadedPages().reduce((sum, page) => sum + page.unreadable, 0);
  const loaded = loadedRows().length;
  const content = { rows: rows.length, loaded, end: listEnd(), unreadable };
  const file = describeFile(content, new Date());
  download(fileText(format, rows, file.note), `${file.name}.${format}`, type);
  notify({ text: `Exported as ${text}: ${file.text}` });
}
