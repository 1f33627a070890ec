import type { BotUser } from '#contract/bot-user.ts';
import { session } from '#web/session/session.ts';
import { writeFile } from '#web/features/bot-users/export/export-file.ts';
import { FORMATS, type ExportFormat } from '#web/features/bot-users/export/export-formats.ts';
import {
  fileNameOf,
  noteOf,
  restOf,
  type ExportScope,
  type Known,
} from '#web/features/bot-users/export/export-words.ts';
import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/format.ts';

export type RowsExport = {
  rows: Rows;
  slots: readonly Slot[];
  scope: ExportScope;
  known: Known;
  format: ExportFormat;
};

/**
 * Gives rows away as a file.
 *
 * @returns what is to be said of it; `undefined` when the session has ended before the file was made
 */
export async function exportRows({
  rows,
  slots,
  scope,
  known,
  format,
}: RowsExport): Promise<string | undefined> {
  const signal = session.signal();
  const content = { scope, rows: slots.length, loaded: rows.size, known };
  const file = await writeFile(format, botsAt(rows, slots), noteOf(content));
  if (signal.aborted) return undefined;
  download(file, fileNameOf(content, format, new Date()), FORMATS[format].type);
  const said = `Exported ${count(slots.length, 'bot user')} as ${FORMATS[format].text}.`;
  return scope === 'loaded' ? said + restOf(known) : said;
}

function* botsAt(rows: Rows, slots: readonly Slot[]): Generator<BotUser> {
  for (const slot of slots) yield rows.at(slot);
}
