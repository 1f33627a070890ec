import type { BotUser } from '#contract/bot-user.ts';
import { FORMATS, type ExportFormat } from '#web/features/bot-users/export/export-formats.ts';
import { inSlices, runSliced, type Slices } from '#web/features/bot-users/view/sliced.ts';

/** Rows of one piece. Each leaves the page's memory as it is made, so that nothing of the file's length is made at its end. */
const PIECE_ROWS = 1000;

/** The press that asked for the file has a dialog to close as well. */
const SLICES: Slices = { ...inSlices, first: inSlices.next };

/**
 * Writes rows as the content of a file, and lets the page go on meanwhile.
 *
 * @param note what is missing, for a file that does not hold everything
 */
export const writeFile = (
  format: ExportFormat,
  rows: Iterable<BotUser>,
  note: string | undefined,
  slices: Slices = SLICES,
): Promise<Blob> =>
  new Promise((resolve) => {
    runSliced(pieces(format, rows, note), (parts) => resolve(new Blob(parts)), slices);
  });

function* pieces(
  format: ExportFormat,
  rows: Iterable<BotUser>,
  note: string | undefined,
): Generator<void, Blob[]> {
  const { start, row, end } = FORMATS[format];
  const parts = [new Blob([start(note)])];
  let piece = '';
  let count = 0;
  for (const bot of rows) {
    piece += row(bot, count === 0);
    count += 1;
    if (count % PIECE_ROWS === 0) {
      parts.push(new Blob([piece]));
      piece = '';
    }
    yield;
  }
  return [...parts, new Blob([piece, end])];
}
