import type { BotUser } from '#contract/bot-user.ts';
import { queryClient } from '#web/api/query-client.ts';
import {
  contentText,
  fileNameOf,
  FORMATS,
  isPartial,
  writeFile,
  type ExportFormat,
  type ExportScope,
  type Rest,
} from '#web/features/bot-users/export-file.ts';
import { loadAll } from '#web/features/bot-users/loader.ts';
import { endOf, type BotUserPages } from '#web/features/bot-users/pages.ts';
import { chosenFrom } from '#web/features/bot-users/plan-lines.ts';
import { botUserList } from '#web/features/bot-users/queries.ts';
import { selection } from '#web/features/bot-users/use-selection.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { notify } from '#web/ui/notify.ts';

export type ExportWhat = 'shown' | 'selected' | 'everything';

/** The rows that the list shows, in its order. */
export type ShownRows = { rows: readonly BotUser[]; scope: ExportScope };

/** What is loaded now, in the order of the service, and why that may not be everything. */
export function loadedRows(): Rest & { rows: BotUser[] } {
  const list = queryClient.getQueryData<BotUserPages>(botUserList.queryKey);
  const pages = list?.pages ?? [];
  return {
    rows: pages.flatMap(({ bot_users }) => bot_users),
    unreadable: pages.reduce((sum, page) => sum + page.unreadable, 0),
    end: list && endOf(list),
  };
}

/** Notifies of each file, also when the list has been left meanwhile. Never rejects. */
export async function exportRows(what: ExportWhat, format: ExportFormat, shown: ShownRows) {
  const ended = session.signal();
  if (what === 'shown') return write(shown, format);
  if (what === 'selected')
    return write({ rows: chosenFrom(selection.ids()).bots, scope: 'selected' }, format);
  if (loadedRows().end !== 'last') await loadAll();
  if (ended.aborted) return undefined;
  const exportLoaded = () => write({ rows: loadedRows().rows, scope: 'loaded' }, format);
  const { rows, end } = loadedRows();
  if (end === 'last') return exportLoaded();
  return notify({
    isFailure: true,
    text: `Not exported: loading stopped at ${count(rows.length, 'bot user')}.`,
    more: { label: 'Export what is loaded', run: () => void exportLoaded() },
  });
}

async function write({ rows, scope }: ShownRows, format: ExportFormat): Promise<void> {
  const ended = session.signal();
  const { rows: loaded, ...rest } = loadedRows();
  const content = { scope, rows: rows.length, loaded: loaded.length, ...rest };
  const { text, type } = FORMATS[format];
  try {
    const what = contentText(content);
    const note = isPartial(content) ? `Partial: ${what}` : undefined;
    const file = await writeFile(format, rows, note);
    if (ended.aborted) return;
    download(file, fileNameOf(content, format, new Date()), type);
    notify({ text: `Exported as ${text}: ${what}` });
  } catch {
    const again = { label: 'Try again', run: () => void write({ rows, scope }, format) };
    notify({ isFailure: true, text: 'Not exported: the file could not be written.', more: again });
  }
}
