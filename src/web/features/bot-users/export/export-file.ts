import type { BotUser } from '#contract/bot-user.ts';
import { runSliced, type Slices } from '#web/features/bot-users/view/live.ts';
import { toCsv } from '#web/lib/csv.ts';

export type ExportFormat = 'csv' | 'json' | 'jsonl';

/** How a list is written, from its first line to its last. Only JSON has room for a note: it is no row of a table. */
type Format = {
  /** As people call it. */
  text: string;
  type: string;
  start: (note: string | undefined) => string;
  row: (bot: BotUser, isFirst: boolean) => string;
  end: string;
};

export const FORMATS: Record<ExportFormat, Format> = {
  csv: {
    text: 'CSV',
    type: 'text/csv',
    start: () => toCsv([['id', 'name', 'state', 'created_at', 'uri']]),
    row: ({ id, name, active, created_at, uri }) =>
      toCsv([[id, name, active ? 'active' : 'inactive', created_at, uri]]),
    end: '',
  },
  json: {
    text: 'JSON',
    type: 'application/json',
    start: (note) =>
      `{${note === undefined ? '' : `"partial": true, "note": ${JSON.stringify(note)},`}\n"bot_users": [\n`,
    row: (bot, isFirst) => `${isFirst ? '' : ',\n'}${JSON.stringify(bot)}`,
    end: '\n]}\n',
  },
  jsonl: {
    text: 'JSON Lines',
    type: 'application/jsonl',
    start: () => '',
    row: (bot) => `${JSON.stringify(bot)}\n`,
    end: '',
  },
};

/** Rows of one piece: no text of the whole file's length is ever made. */
const PIECE_ROWS = 1000;

/**
 * Writes rows as the content of a file, and lets the page go on meanwhile.
 *
 * @param note what is missing, for a file that does not hold everything
 */
export const writeFile = (
  format: ExportFormat,
  rows: readonly BotUser[],
  note: string | undefined,
  slices?: Slices,
): Promise<Blob> =>
  new Promise((resolve) => {
    runSliced(pieces(format, rows, note), (parts) => resolve(new Blob(parts)), slices);
  });

function* pieces(
  format: ExportFormat,
  rows: readonly BotUser[],
  note: string | undefined,
): Generator<void, Blob[]> {
  const { start, row, end } = FORMATS[format];
  const parts = [new Blob([start(note)])];
  let piece = '';
  for (const [at, bot] of rows.entries()) {
    piece += row(bot, at === 0);
    if ((at + 1) % PIECE_ROWS === 0) {
      parts.push(new Blob([piece]));
      piece = '';
    }
    yield;
  }
  return [...parts, new Blob([piece, end])];
}
