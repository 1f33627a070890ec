import type { RefObject } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { accessRefusal, deletionRefusal } from '#web/api/access.ts';
import type { RowActions } from '#web/features/bot-users/bot-user-row.tsx';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { firstSeenId, focusedRowId } from '#web/features/bot-users/rows-in-document.ts';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';

/** Single keys for the row that has the focus. */
export function useRowKeys(
  rows: readonly BotUser[],
  actions: RefObject<RowActions>,
  onWanted: (id: string) => void,
) {
  const currentIndex = () => {
    const id = focusedRowId();
    return id === undefined ? -1 : rows.findIndex((bot) => bot.id === id);
  };
  const move = (by: 1 | -1) => () => {
    const index = currentIndex();
    const id = index === -1 ? firstSeenId() : rows[index + by]?.id;
    if (id !== undefined) onWanted(id);
  };
  const onCurrent = (act: (bot: BotUser, now: RowActions) => unknown) => () => {
    const bot = rows[currentIndex()];
    return bot && act(bot, actions.current);
  };
  const isAllowed = (bot: BotUser) => permissionsOf(bot).canChange && accessRefusal() === undefined;

  useShortcuts([
    { key: 'J', does: 'Next row', run: move(1), repeats: true },
    { key: 'K', does: 'Previous row', run: move(-1), repeats: true },
    { key: 'X', does: 'Select row', run: onCurrent(({ id }, now) => now.select(id, false)) },
    {
      key: 'Shift+X',
      does: 'Select rows up to here',
      run: onCurrent(({ id }, now) => now.select(id, true)),
    },
    { key: 'E', does: 'Edit', run: onCurrent((bot, now) => now.open(bot)) },
    {
      key: 'A',
      does: 'Switch active',
      run: onCurrent((bot, now) => isAllowed(bot) && now.toggle(bot)),
    },
    {
      key: 'Delete',
      does: 'Delete…',
      run: onCurrent(
        (bot, now) => isAllowed(bot) && deletionRefusal() === undefined && now.remove(bot),
      ),
    },
  ]);
}
