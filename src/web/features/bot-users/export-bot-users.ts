import type { BotUser } from '#contract/bot-user.ts';
import { toCsv } from '#web/ui/csv.ts';
import { download } from '#web/ui/download.ts';

/** Gives the rows away as a CSV file named after the day. */
export function exportBotUsers(rows: BotUser[]) {
  const cells = rows.map(({ id, name, active, created_at }) => [
    id,
    name,
    active ? 'active' : 'inactive',
    created_at,
  ]);
  const text = toCsv([['id', 'name', 'state', 'created_at'], ...cells]);
  download(text, `bot-users-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv');
}
