import { isLoaded } from '#web/features/bot-users/pages.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { loadedPages } from '#web/features/bot-users/queries.ts';
import { showRows } from '#web/features/bot-users/use-shown-rows.ts';
import { paramsOf } from '#web/paths.ts';
import { session } from '#web/session/session.ts';

/** An address of the API or of this app, whatever its origin: only the id in it is used. */
const ADDRESS = /^\S*\/bot[_-]users\/([^/?#\s]+)\/?(?:[?#]\S*)?$/;

/**
 * The id of a bot user that was typed or pasted, by itself or in an address.
 *
 * @param loaded what ids of this service look like
 */
export function idIn(text: string, loaded: ReadonlyArray<{ id: string }>): string | undefined {
  const typed = text.trim();
  const id = idInAddress(typed) ?? typed;
  return loaded.some((each) => isAlike(each.id, id)) ? id : undefined;
}

/** `undefined` where it is no address of a bot user; empty where the id in it is not UTF-8. */
export function idInAddress(text: string): string | undefined {
  const [, segment] = ADDRESS.exec(text) ?? [];
  return segment === undefined ? undefined : paramsOf('/:id', `/${segment}`)['id'];
}

/** They begin alike up to a `_`, or have none and are of one length. */
function isAlike(known: string, id: string): boolean {
  const start = known.slice(0, known.indexOf('_') + 1);
  if (/[\s/…]/.test(id) || id === start) return false;
  return start === '' ? id.length === known.length && !id.includes('_') : id.startsWith(start);
}

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
