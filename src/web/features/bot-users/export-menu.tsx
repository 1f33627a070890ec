import '#web/styles/more.css';
import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import {
  contentText,
  fileNameOf,
  fileText,
  FORMATS,
  isPartial,
  type ExportContent,
  type ExportFormat,
} from '#web/features/bot-users/export-file.ts';
import { loadAll } from '#web/features/bot-users/loader.ts';
import { chosenFrom } from '#web/features/bot-users/plan-lines.ts';
import { listEnd, loadedPages } from '#web/features/bot-users/queries.ts';
import { selection, useSelectedIds } from '#web/features/bot-users/use-selection.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { AnchoredMenu } from '#web/ui/anchored-menu.tsx';
import { notify } from '#web/ui/notify.ts';

/** The rows that the list shows, in its order. */
export type ShownRows = { rows: readonly BotUser[]; isFiltered: boolean };

type What = 'shown' | 'selected' | 'everything';

type ExportMenuProps = {
  /** The pressed button. */
  button: HTMLElement;
  /** What is chosen at first. */
  what: What;
  shown: ShownRows;
  onClose: () => void;
};

const CSV_HINT = 'Cells that look like formulas get a leading apostrophe.';

/** What goes into the file, and in which format. Mount it to open it. */
export function ExportMenu({ button, what: first, shown, onClose }: ExportMenuProps) {
  const [what, setWhat] = useState<string>(first);
  const selected = useSelectedIds().size;
  const [{ rows, ...rest }] = useState(loadedRows);
  const isPart = isPartial({ ...rest, scope: scopeOf(shown) });
  const hints = {
    Shown: `${count(shown.rows.length, 'bot user')}.${isPart ? ' The file is marked as partial.' : ''}`,
    ...(selected > 0 && { Selected: `${count(selected, 'bot user')}.` }),
    Everything:
      rest.end === 'last'
        ? `${count(rows.length, 'bot user')}, all loaded.`
        : `Loads the rest first, ${PAGE_LIMIT_MAX} at a time. Total unknown.`,
  };

  return (
    <AnchoredMenu button={button} onClose={onClose}>
      <div role="group" aria-label="What">
        <Menu.RadioGroup value={what} onChange={setWhat}>
          {Object.entries(hints).map(([label, hint]) => (
            <Menu.RadioItem
              key={label}
              value={label.toLowerCase()}
              closeMenuOnClick={false}
              aria-label={label}
              aria-description={hint}
            >
              {label}
              <Hint>{hint}</Hint>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
      <Menu.Divider />
      {(Object.keys(FORMATS) as ExportFormat[]) // of a record with just these keys
        .map((format) => (
          <Menu.Item
            key={format}
            aria-label={FORMATS[format].text}
            aria-description={format === 'csv' ? CSV_HINT : undefined}
            onClick={() => void exportRows(what, format, shown)}
          >
            {FORMATS[format].text}
            {format === 'csv' && <Hint>{CSV_HINT}</Hint>}
          </Menu.Item>
        ))}
    </AnchoredMenu>
  );
}

const Hint = ({ children }: { children: string }) => (
  <small className="dim">
    <br />
    {children}
  </small>
);

const scopeOf = ({ isFiltered }: ShownRows) => (isFiltered ? 'matching' : 'loaded');

/** What is loaded now, in the order of the service, and why that may not be everything. */
function loadedRows() {
  const pages = loadedPages();
  return {
    rows: pages.flatMap(({ bot_users }) => bot_users),
    unreadable: pages.reduce((sum, page) => sum + page.unreadable, 0),
    end: listEnd(),
  };
}

/** Notifies of each file, also when the list has been left meanwhile. Never rejects. */
async function exportRows(what: string, format: ExportFormat, shown: ShownRows) {
  const ended = session.signal();
  if (what === 'shown') return write(shown.rows, scopeOf(shown), format);
  if (what === 'selected') return write(chosenFrom(selection.ids()).bots, 'selected', format);
  if (listEnd() !== 'last') await loadAll();
  if (ended.aborted) return undefined;
  const exportLoaded = () => write(loadedRows().rows, 'loaded', format);
  if (listEnd() === 'last') return exportLoaded();
  return notify({
    isFailure: true,
    text: `Not exported: loading stopped at ${count(loadedRows().rows.length, 'bot user')}.`,
    more: { label: 'Export what is loaded', run: exportLoaded },
  });
}

function write(rows: readonly BotUser[], scope: ExportContent['scope'], format: ExportFormat) {
  const { rows: loaded, ...rest } = loadedRows();
  const content = { scope, rows: rows.length, loaded: loaded.length, ...rest };
  const { text, type } = FORMATS[format];
  try {
    const what = contentText(content);
    const note = isPartial(content) ? `Partial: ${what}` : undefined;
    download(fileText(format, rows, note), fileNameOf(content, format, new Date()), type);
    notify({ text: `Exported as ${text}: ${what}` });
  } catch {
    notify({ isFailure: true, text: 'Not exported: the file could not be written.' });
  }
}
