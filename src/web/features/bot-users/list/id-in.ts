import type { BotUser } from '#contract/bot-user.ts';
import { reachOf } from '#web/features/bot-users/data/addressability.ts';
import { createFilter } from '#web/features/bot-users/view/filter.ts';
import { readListView } from '#web/features/bot-users/view/list-view.ts';
import { paramsOf } from '#web/paths.ts';
import { session } from '#web/session/session.ts';

/** Of the API or of this app, whatever the origin: only the id in it is used. */
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

/** Where Enter in the filter leads: to a whole id or a pasted address, unless the text is part of what rows say. */
export function pathToOpen(text: string, loaded: readonly BotUser[]): string | undefined {
  const id = idIn(text, loaded);
  if (id === undefined || session.containsKey(id)) return undefined;
  const matches = createFilter({ ...readListView(new URLSearchParams()), q: text });
  const isOpen = loaded.some((bot) => bot.id === id) || !loaded.some(matches);
  return isOpen ? reachOf({ id, name: '' }).path : undefined;
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
