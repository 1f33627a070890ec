import type { BotUser } from '#contract/bot-user.ts';
import {
  FORMATS,
  writeFile,
  type ExportFormat,
} from '#web/features/bot-users/export/export-file.ts';
import {
  fileNameOf,
  noteOf,
  outcomeOf,
  type ExportScope,
  type Known,
} from '#web/features/bot-users/export/export-words.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/format.ts';
import type { Receipt } from '#web/ui/feedback/receipt.tsx';
import { Button } from '#web/ui/parts/button.tsx';

export type ExportChoice = { what: 'shown' | 'selected' | 'everything'; format: ExportFormat };

export type ExportSource = {
  /** What is loaded now, in the order of the service. */
  allRows: () => readonly BotUser[];
  /** What the list shows, in its order, and what that is of what is loaded. */
  shown: { rows: readonly BotUser[]; scope: ExportScope };
  known: Known;
  /** Loads the rest, and says what is known after it, also when it was stopped or failed. */
  onLoadAll: () => Promise<Known>;
  /** Requests a minute that long work may send; `null`: no limit. */
  perMinute: number | null;
};

export type Exporting = {
  /** Of the session in which it was asked for. */
  signal: AbortSignal;
  receipt: (receipt: Receipt) => void;
  onBusy: (busy: boolean) => void;
};

export async function exportRows(choice: ExportChoice, source: ExportSource, run: Exporting) {
  const { what, format } = choice;
  const { allRows, shown } = source;
  const write = (scope: ExportScope, rows: readonly BotUser[], known: Known) =>
    writeRows({ scope, rows: rows.length, loaded: allRows().length, known }, rows, format, run);
  if (what === 'shown') return write(shown.scope, shown.rows, source.known);
  if (what === 'selected') {
    const selected = allRows().filter(({ id }) => selection.has(id));
    return write('selected', selected, source.known);
  }
  const known = source.known.end === 'last' ? source.known : await source.onLoadAll();
  if (run.signal.aborted) return undefined;
  const exportLoaded = () => write('loaded', allRows(), known);
  if (known.end === 'last') return exportLoaded();
  return run.receipt({
    failed: true,
    text: `Not exported: loading stopped at ${count(allRows().length, 'bot user')}.`,
    action: (
      <Button size="xs" variant="default" onClick={() => void exportLoaded()}>
        Export what is loaded
      </Button>
    ),
  });
}

async function writeRows(
  content: Parameters<typeof noteOf>[0],
  rows: readonly BotUser[],
  format: ExportFormat,
  run: Exporting,
) {
  const { text, type } = FORMATS[format];
  run.onBusy(true);
  const file = await writeFile(format, rows, noteOf(content));
  run.onBusy(false);
  if (run.signal.aborted) return;
  download(file, fileNameOf(content, format, new Date()), type);
  run.receipt({ text: outcomeOf(content, text) });
}
