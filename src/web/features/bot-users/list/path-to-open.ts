import type { BotUser } from '#contract/bot-user.ts';
import { reachOf } from '#web/features/bot-users/data/addressability.ts';
import { createFilter } from '#web/features/bot-users/view/filter.ts';
import { readListView } from '#web/features/bot-users/view/list-view.ts';
import { session } from '#web/session/session.ts';
import { idIn } from '#web/features/bot-users/id-in.ts';

/** Where Enter in the filter leads: to a whole id or a pasted address, unless the text is part of what rows say. */
export function pathToOpen(text: string, loaded: readonly BotUser[]): string | undefined {
  const id = idIn(text, loaded);
  if (id === undefined || session.containsKey(id)) return undefined;
  const matches = createFilter({ ...readListView(new URLSearchParams()), q: text });
  const isOpen = loaded.some((bot) => bot.id === id) || !loaded.some(matches);
  return isOpen ? reachOf({ id, name: '' }).path : undefined;
}
