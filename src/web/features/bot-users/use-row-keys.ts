import type { RefObject } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import type { RowActions } from '#web/features/bot-users/bot-user-row.tsx';
import { focusedRow, rowKeys } from '#web/ui/row-keys.ts';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';

/** Single keys for the row that has the focus. What must not be changed is refused by whoever sends it, with the reason. */
export function useRowKeys(
  rows: readonly BotUser[],
  actions: RefObject<RowActions>,
  onWanted: (id: string) => void,
) {
  const onRow = (at: number, act: (bot: BotUser, now: RowActions) => unknown) => {
    const bot = rows[at];
    return bot && act(bot, actions.current);
  };
  const onFocused = (act: Parameters<typeof onRow>[1]) => () => onRow(focusedRow(), act);

  useShortcuts([
    ...rowKeys({
      onMove: (to) => onRow(to, ({ id }) => onWanted(id)),
      onSelect: (at, isRange) => onRow(at, ({ id }, now) => now.select(id, isRange)),
    }),
    { key: 'E', does: 'Edit', run: onFocused((bot, now) => now.open(bot)) },
    { key: 'A', does: 'Switch active', run: onFocused((bot, now) => now.toggle(bot)) },
    { key: 'Delete', does: 'Delete…', run: onFocused((bot, now) => now.remove(bot)) },
  ]);
}
