import type { BotUser } from '#contract/bot-user.ts';
import { toCsv } from '#web/lib/csv.ts';

export type ExportFormat = 'csv' | 'json' | 'jsonl';

/** How a list is written, from its first line to its last; a note stands in the first. */
type Format = {
  /** As people call it. */
  text: string;
  type: string;
  start: (note: string | undefined) => string;
  row: (bot: BotUser, isFirst: boolean) => string;
  end: string;
};

const line = (value: unknown) => `${JSON.stringify(value)}\n`;

export const FORMATS: Record<ExportFormat, Format> = {
  csv: {
    text: 'CSV',
    type: 'text/csv',
    start: (note) =>
      `${note === undefined ? '' : `# ${note}\r\n`}${toCsv([['id', 'name', 'state', 'created_at', 'uri']])}`,
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
    start: (note) => (note === undefined ? '' : line({ partial: true, note })),
    row: line,
    end: '',
  },
};
