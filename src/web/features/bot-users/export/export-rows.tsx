import type { BotUser } from '#contract/bot-user.ts';
import type { ExportChoice, ExportSource } from '#web/features/bot-users/export/export-dialog.tsx';
import { FORMATS, writeFile } from '#web/features/bot-users/export/export-file.ts';
import {
  fileNameOf,
  noteOf,
  restOf,
  type ExportScope,
} from '#web/features/bot-users/export/export-words.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/format.ts';
import type { Receipt } from '#web/ui/feedback/receipt.tsx';
import { Button } from '#web/ui/parts/button.tsx';

export type Exporting = {
  /** Of the session in which it was asked for. */
  signal: AbortSignal;
  receipt: (receipt: Receipt) => void;
  onBusy: (busy: boolean) => void;
};

export async function exportRows(choice: ExportChoice, source: ExportSource, run: Exporting) {
  const { scope, format } = choice;
  if (scope !== 'everything') return writeRows({ scope, format }, source, run);
  const known = await source.onLoadAll();
  if (run.signal.aborted) return undefined;
  const exportLoaded = () => writeRows({ scope: 'loaded', format }, { ...source, known }, run);
  if (known.end === 'last') return exportLoaded();
  return run.receipt({
    failed: true,
    text: `Not exported: loading stopped at ${count(source.allRows().length, 'bot user')}.`,
    action: (
      <Button size="xs" variant="default" onClick={() => void exportLoaded()}>
        Export what is loaded
      </Button>
    ),
  });
}

type Writing = ExportChoice & { scope: ExportScope };

async function writeRows({ scope, format }: Writing, source: ExportSource, run: Exporting) {
  const { known } = source;
  const rows = rowsOf(scope, source);
  const content = { scope, rows: rows.length, loaded: source.allRows().length, known };
  run.onBusy(true);
  const file = await writeFile(format, rows, noteOf(content));
  run.onBusy(false);
  if (run.signal.aborted) return;
  download(file, fileNameOf(content, format, new Date()), FORMATS[format].type);
  const rest = scope === 'loaded' ? restOf(known) : '';
  run.receipt({
    text: `Exported ${count(rows.length, 'bot user')} as ${FORMATS[format].text}.${rest}`,
  });
}

function rowsOf(scope: ExportScope, { allRows, matching }: ExportSource): readonly BotUser[] {
  if (scope === 'selected') return allRows().filter(({ id }) => selection.has(id));
  return (scope === 'matching' && matching) || allRows();
}
