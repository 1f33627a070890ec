import { idIn } from '#web/features/bot-users/id-in.ts';
import { isLoaded } from '#web/features/bot-users/pages.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { loadedPages } from '#web/features/bot-users/queries.ts';
import { showRows } from '#web/features/bot-users/use-shown-rows.ts';
import { session } from '#web/session/session.ts';

/** Address of the bot user whose id was typed or pasted, by itself or in an address. */
export function pathOfTypedId(text: string) {
  const id = idIn(text, loadedPages()[0]?.bot_users ?? []);
  if (id === undefined || session.containsKey(id)) return undefined;
  const { path } = permissionsOf({ id, name: '' });
  return path === undefined ? undefined : { id, path };
}

/** Where Enter in the filter leads: to a whole id, unless the text is a part of what rows show. */
export function pathToOpen(text: string): string | undefined {
  const typed = pathOfTypedId(text);
  if (typed === undefined || isLoaded(typed.id)) return typed?.path;
  const { rows } = showRows(loadedPages(), { text, status: 'all', sort: '' });
  return rows.length === 0 ? typed.path : undefined;
}
