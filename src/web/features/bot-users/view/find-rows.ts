import type { BotUser } from '#contract/bot-user.ts';
import type { Page } from '#web/features/bot-users/view/by-page.ts';
import { createFilter } from '#web/features/bot-users/view/filter.ts';
import { readListView } from '#web/features/bot-users/view/list-view.ts';
import { foldCase } from '#web/features/bot-users/view/text.ts';

/** The first loaded rows that the list's filter would show for a text; those whose name begins with it come first. */
export function findRows(pages: readonly Page[], q: string, most: number): BotUser[] {
  const start = foldCase(q.trim());
  if (start === '') return [];
  const matches = createFilter({ ...readListView(new URLSearchParams()), q });
  const [first, others]: [BotUser[], BotUser[]] = [[], []];
  for (const { bot_users } of pages) {
    for (const bot of bot_users) {
      if (!matches(bot)) continue;
      const list = foldCase(bot.name).startsWith(start) ? first : others;
      if (list.length < most) list.push(bot);
      if (first.length === most) return first;
    }
  }
  return [...first, ...others].slice(0, most);
}
