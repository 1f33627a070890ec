import type { ListEnd } from '#web/features/bot-users/data/pages.ts';
import type { ExportFormat } from '#web/features/bot-users/export/export-file.ts';
import { count, formatNumber } from '#web/lib/format.ts';

/** Which of the loaded rows are in a file. */
export type ExportScope = 'loaded' | 'matching' | 'selected';

/** What is known of the rows that are not loaded. */
export type Known = {
  /** `undefined` where the service has more. */
  end: ListEnd | undefined;
  unreadable: number;
};

/** How many rows go into a file, and of how many. */
export type ExportContent = { scope: ExportScope; rows: number; loaded: number; known: Known };

/** What is missing in a file, for one that can hold a note. */
export function noteOf({ scope, rows, loaded, known }: ExportContent): string | undefined {
  const rest = restOf(known);
  if (scope === 'loaded' && rest === '') return undefined;
  const which = {
    loaded: `${count(rows, 'bot user')} that ${rows === 1 ? 'was' : 'were'} loaded.`,
    matching: `the ${formatNumber(rows)} of ${count(loaded, 'loaded bot user')} that match a filter.`,
    selected: `the ${formatNumber(rows)} of ${count(loaded, 'loaded bot user')} that were selected.`,
  };
  return `Partial: ${which[scope]}${rest}`;
}

/** For the receipt. */
export function outcomeOf({ rows, loaded, known }: ExportContent, format: string): string {
  const what =
    rows < loaded
      ? `${formatNumber(rows)} of the ${formatNumber(loaded)} loaded`
      : count(rows, 'bot user');
  return `Exported ${what} as ${format}.${restOf(known)}`;
}

/** Why the loaded rows are not everything; empty when they are. */
export function restOf({ end, unreadable }: Known): string {
  const parts = [];
  if (end !== 'last') parts.push(` The service ${end === undefined ? 'has' : 'may have'} more.`);
  if (unreadable > 0) parts.push(` ${formatNumber(unreadable)} more could not be read.`);
  return parts.join('');
}

/** `bot-users-partial-2026-11-21.csv`: the day is that of UTC, as the times in the file are. */
export function fileNameOf({ scope, known }: ExportContent, format: ExportFormat, now: Date) {
  const kind = scope === 'loaded' ? restOf(known) !== '' && 'partial' : scope;
  const day = now.toISOString().slice(0, 10);
  return `${['bot-users', kind, day].filter(Boolean).join('-')}.${format}`;
}
