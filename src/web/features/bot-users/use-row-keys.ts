import type { BotUser } from '#contract/bot-user.ts';
import { accessRefusal, deletionRefusal } from '#web/api/access.ts';
import type { RowActions } from '#web/features/bot-users/bot-user-row.tsx';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { firstSeenId, focusedRowId } from '#web/features/bot-users/rows-in-document.ts';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';

type RowKeysInput = {
  rows: readonly BotUser[];
  actions: RowActions;
  openPage: (id: string, path: string) => void;
  remove: (bot: BotUser) => void;
  onWanted: (id: string) => void;
};

/** Single keys for the row that has the focus. */
export function useRowKeys({ rows, actions, openPage, remove, onWanted }: RowKeysInput) {
  const currentIndex = () => {
    const id = focusedRowId();
    return id === undefined ? -1 : rows.findIndex((bot) => bot.id === id);
  };
  const move = (by: 1 | -1) => () => {
    const index = currentIndex();
    const id = index === -1 ? firstSeenId() : rows[index + by]?.id;
    if (id !== undefined) onWanted(id);
  };
  const onCurrent = (act: (bot: BotUser) => void) => () => {
    const bot = rows[currentIndex()];
    if (bot) act(bot);
  };
  const open = onCurrent((bot) => {
    const { path } = permissionsOf(bot);
    if (path !== undefined) openPage(bot.id, path);
  });
  const toggle = onCurrent((bot) => {
    if (permissionsOf(bot).canChange && accessRefusal() === undefined) actions.toggle(bot);
  });
  const askToDelete = onCurrent((bot) => {
    if (permissionsOf(bot).canChange && (accessRefusal() ?? deletionRefusal()) === undefined)
      remove(bot);
  });

  useShortcuts([
    { key: 'J', does: 'Next row', run: move(1), repeats: true },
    { key: 'K', does: 'Previous row', run: move(-1), repeats: true },
    { key: 'X', does: 'Select row', run: onCurrent(({ id }) => actions.select(id, false)) },
    {
      key: 'Shift+X',
      does: 'Select rows up to here',
      run: onCurrent(({ id }) => actions.select(id, true)),
    },
    { key: 'E', does: 'Edit', run: open },
    { key: 'A', does: 'Switch active', run: toggle },
    { key: 'Delete', does: 'Delete…', run: askToDelete },
  ]);
}
