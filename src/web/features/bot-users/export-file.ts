import type { BotUser } from '#contract/bot-user.ts';
import type { ListEnd } from '#web/features/bot-users/pages.ts';
import { toCsv } from '#web/lib/csv.ts';
import { count, formatNumber } from '#web/lib/format.ts';

export type ExportFormat = 'csv' | 'json' | 'jsonl';

/** How rows are written. Only JSON has room for a note, for a note is not a row of a table. */
interface Format {
  /** What people call it. */
  text: string;
  type: string;
  start: (note: string | undefined) => string;
  row: (bot: BotUser, isFirst: boolean) => string;
  end: string;
}

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
    row: (bot, isFirst) => `${isFirst ? '' : ',\n'}${toJson(bot)}`,
    end: '\n]}\n',
  },
  jsonl: {
    text: 'JSON Lines',
    type: 'application/jsonl',
    start: () => '',
    row: (bot) => `${toJson(bot)}\n`,
    end: '',
  },
};

/** Rows of a piece: the text of a whole file would be too long, and the page goes on between two pieces. */
const PIECE_ROWS = 1000;

/** @param note says what is missing in a file that does not hold everything */
export async function writeFile(
  format: ExportFormat,
  rows: readonly BotUser[],
  note: string | undefined,
): Promise<Blob> {
  const { start, row, end } = FORMATS[format];
  const pieces = [start(note)].map((text) => new Blob([text]));
  for (let from = 0; from < rows.length; from += PIECE_ROWS) {
    if (from > 0) await new Promise((goOn) => setTimeout(goOn));
    const piece = rows.slice(from, from + PIECE_ROWS);
    pieces.push(new Blob(piece.map((bot, at) => row(bot, from + at === 0))));
  }
  return new Blob([...pieces, end]);
}

/** JSON on one line for every reader of lines: some also end a line at these three characters. */
const toJson = (value: unknown) =>
  jsonOf(value).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // A field that the API has added is nested deeper than the stack of `JSON.stringify`.
    return deepJsonOf(value);
  }
}

/** The same without recursion. */
function deepJsonOf(root: unknown): string {
  let json = '';
  /** What is still to be written, the next last. */
  const rest: Array<{ text: string; value?: unknown }> = [{ text: '', value: root }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    json += next.text;
    const { value } = next;
    if (typeof value !== 'object' || value === null) {
      if ('value' in next) json += JSON.stringify(value);
      continue;
    }
    const isList = Array.isArray(value);
    const parts = Object.entries(value).map(([name, part]: [string, unknown], at) => ({
      text: `${at > 0 ? ',' : ''}${isList ? '' : `${JSON.stringify(name)}:`}`,
      value: part,
    }));
    json += isList ? '[' : '{';
    rest.push({ text: isList ? ']' : '}' }, ...parts.toReversed());
  }
  return json;
}

/** Which of the loaded rows are in a file. */
export type ExportScope = 'loaded' | 'matching' | 'selected';

/** What is known of the rows that are not loaded. */
export interface Rest {
  /** `undefined` where the service has more. */
  end: ListEnd | undefined;
  unreadable: number;
}

/** How many rows go into a file, and of how many. */
export type ExportContent = Rest & { scope: ExportScope; rows: number; loaded: number };

/** `7 of the 1,000 loaded bot users. The service has more.`: for the notification and the note of a partial file. */
export function contentText({ rows, loaded, ...rest }: ExportContent): string {
  const part = rows < loaded ? `${formatNumber(rows)} of the ` : '';
  return `${part}${count(loaded, 'loaded bot user')}.${missingOf(rest)}`;
}

/** Why the loaded rows are not everything; empty when they are. */
function missingOf({ end, unreadable }: Rest): string {
  const more = end === 'last' ? '' : ` The service ${end === undefined ? 'has' : 'may have'} more.`;
  return unreadable > 0 ? `${more} ${formatNumber(unreadable)} more could not be read.` : more;
}

/** Whether something is missing in a file. */
export const isPartial = ({ scope, ...rest }: Rest & { scope: ExportScope }) =>
  scope !== 'loaded' || missingOf(rest) !== '';

/** `bot-users-partial-2026-11-21.csv`: the day is that of UTC, as the times in the file are. */
export function fileNameOf(content: ExportContent, format: ExportFormat, now: Date): string {
  const kind = content.scope === 'loaded' ? isPartial(content) && 'partial' : content.scope;
  const day = now.toISOString().slice(0, 10);
  return `${['bot-users', kind, day].filter(Boolean).join('-')}.${format}`;
}
