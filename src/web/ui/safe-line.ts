import { idTail, shorten } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

const LINE_MAX = 300;

/** A text from elsewhere in a row, a title or the name of a control: it can be seen, and it has an end. */
export const toSafeLine = (text: string) => shorten(visibleText(text), LINE_MAX);

type Named = { id: string; name: string };

/** What an item is called, so that it can be read: its name, or the end of its id where no name can be seen. */
export const nameOf = ({ id, name }: Named) =>
  /^\s*$/.test(name) ? `(no name) ${tail(id)}` : toSafeLine(name);

/** What an item is called in the names of its controls: with the end of its id where another looks the same. */
export const labelAmong = (item: Named, isShared: boolean) =>
  isShared && visualKey(item.name) !== '' ? `${nameOf(item)} (${tail(item.id)})` : nameOf(item);

/** `labelAmong` for each of some items, by their keys. */
export function labelsOf<Item extends Named>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, string> {
  const times = new Map<string, number>();
  for (const { name } of items) times.set(visualKey(name), (times.get(visualKey(name)) ?? 0) + 1);
  return new Map(
    items.map((item) => [
      keyOf(item),
      labelAmong(item, (times.get(visualKey(item.name)) ?? 0) > 1),
    ]),
  );
}

const tail = (id: string) => visibleText(idTail(id));

/** The same for names that look alike: a page shows white space of any length as one blank, and none at the ends. */
export const visualKey = (name: string) =>
  /^[!-~]+(?: [!-~]+)*$/.test(name)
    ? shorten(name, LINE_MAX)
    : toSafeLine(name.trim().replaceAll(/\s+/g, ' ')).normalize();
