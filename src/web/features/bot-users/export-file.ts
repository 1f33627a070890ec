import * as z from 'zod/mini';
import { toCsv } from '#bulk/write-csv.ts';
import { unicodeEscape } from '#client/redact.ts';
import { BotUser } from '#contract/bot-user.ts';
import type { ListEnd } from '#web/features/bot-users/pages.ts';
import { count, formatNumber } from '#web/lib/format.ts';

export type ExportFormat = 'csv' | 'json' | 'jsonl';

/** @param note says what is missing; only JSON has room for it, since a note is not a row of a table */
export function fileText(format: ExportFormat, rows: readonly BotUser[], note?: string): string {
  if (format === 'csv')
    return toCsv([
      ['id', 'name', 'state', 'created_at', 'uri'],
      ...rows.map(({ id, name, active, created_at, uri }) => {
        return [id, name, active ? 'active' : 'inactive', created_at, uri];
      }),
    ]);
  const lines = rows.map(toJson);
  if (format === 'jsonl') return lines.map((line) => `${line}\n`).join('');
  const head = note === undefined ? '' : `"partial": true, "note": ${JSON.stringify(note)},`;
  return `{${head}\n"bot_users": [\n${lines.join(',\n')}\n]}\n`;
}

/** JSON on one line for every reader of lines: some also end a line at these three characters. */
const toJson = (bot: BotUser) => jsonOf(bot).replaceAll(/[\u0085\u2028\u2029]/g, unicodeEscape);

function jsonOf(bot: BotUser): string {
  try {
    return JSON.stringify(bot);
  } catch {
    // An unknown field is nested deeper than the stack of `JSON.stringify`: the fields that this version knows.
    return JSON.stringify(z.parse(z.object(BotUser.shape), bot));
  }
}

/** How many rows go into a file, of how many, and what is known of those that are not loaded. */
export interface ExportContent {
  rows: number;
  loaded: number;
  /** `undefined` where the service has more. */
  end: ListEnd | undefined;
  unreadable: number;
}

/**
 * `7 of the 1,000 loaded bot users. The service has more.`, for the notification and the note of a file in which
 * something is missing, and the name of the file: `bot-users-partial-2026-11-21`. Its day is that of UTC, as the times
 * in the file are.
 */
export function describeFile({ rows, loaded, end, unreadable }: ExportContent, now: Date) {
  const part = rows < loaded ? `${formatNumber(rows)} of the ` : '';
  const more = end === 'last' ? '' : ` The service ${end === undefined ? 'has' : 'may have'} more.`;
  const unread = unreadable > 0 ? ` ${formatNumber(unreadable)} more could not be read.` : '';
  const text = `${part}${count(loaded, 'loaded bot user')}.${more}${unread}`;
  const isPartial = part + more + unread !== '';
  const name = `bot-users-${isPartial ? 'partial-' : ''}${now.toISOString().slice(0, 10)}`;
  return { text, name, note: isPartial ? `Partial: ${text}` : undefined };
}
