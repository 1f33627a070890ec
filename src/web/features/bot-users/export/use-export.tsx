import { useState } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { session } from '#web/session/session.ts';
import {
  ExportDialog,
  type ExportChoice,
  type ExportSource,
} from '#web/features/bot-users/export/export-dialog.tsx';
import {
  FORMATS,
  writeFile,
  type ExportFormat,
} from '#web/features/bot-users/export/export-file.ts';
import {
  fileNameOf,
  noteOf,
  restOf,
  type ExportScope,
  type Known,
} from '#web/features/bot-users/export/export-words.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/format.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { Button } from '#web/ui/parts/button.tsx';

/**
 * Exports what is loaded at once, and everything else by a dialog. Each file leaves a receipt, also when the list has
 * been left meanwhile.
 */
export function useExport(source: ExportSource) {
  const { allRows, matching, known, onLoadAll } = source;
  const receipt = useReceipt();
  const [opened, setOpened] = useState<ExportChoice['scope']>();
  const [busy, setBusy] = useState(false);

  function rowsOf(scope: ExportScope): readonly BotUser[] {
    if (scope === 'selected') return allRows().filter(({ id }) => selection.has(id));
    return (scope === 'matching' && matching) || allRows();
  }

  /** @param now what is known of the rest */
  async function exportRows(scope: ExportScope, format: ExportFormat, now: Known) {
    const signal = session.signal();
    const rows = rowsOf(scope);
    const content = { scope, rows: rows.length, loaded: allRows().length, known: now };
    setBusy(true);
    const file = await writeFile(format, rows, noteOf(content));
    setBusy(false);
    if (signal.aborted) return;
    download(file, fileNameOf(content, format, new Date()), FORMATS[format].type);
    const rest = scope === 'loaded' ? restOf(now) : '';
    receipt({
      text: `Exported ${count(rows.length, 'bot user')} as ${FORMATS[format].text}.${rest}`,
    });
  }

  async function exportEverything(format: ExportFormat) {
    const signal = session.signal();
    const now = await onLoadAll();
    if (signal.aborted) return;
    if (now.end === 'last') await exportRows('loaded', format, now);
    else
      receipt({
        failed: true,
        text: `Not exported: loading stopped at ${count(allRows().length, 'bot user')}.`,
        action: (
          <Button
            size="xs"
            variant="default"
            onClick={() => void exportRows('loaded', format, now)}
          >
            Export what is loaded
          </Button>
        ),
      });
  }

  return {
    busy,
    exportLoaded: () => void exportRows('loaded', 'csv', known),
    /** @param scope what is chosen at first */
    open: (scope: ExportScope) => setOpened(scope),
    dialog: opened !== undefined && (
      <ExportDialog
        source={source}
        scope={opened}
        onExport={({ scope, format }) =>
          void (scope === 'everything'
            ? exportEverything(format)
            : exportRows(scope, format, known))
        }
        onClose={() => setOpened(undefined)}
      />
    ),
  };
}
