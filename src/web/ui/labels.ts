import { idTail, shorten } from '#web/ui/format.ts';
import { visibleText } from '#web/visible-text.ts';

const LINE_MAX = 300;

/** A text from elsewhere in a row, a title or the name of a control: it can be seen, and it has an end. */
export const lineOf = (text: string) => shorten(visibleText(text), LINE_MAX);

type Named = { id: string; name: string };

/** What an item is called, so that it can be read: its name, or the end of its id where no name can be seen. */
export const nameOf = ({ id, name }: Named) =>
  /^\s*$/.test(name) ? `(no name) ${tail(id)}` : lineOf(name);

/** What each item is called in the names of its controls: with the end of its id where another looks the same. */
export function labelsOf<Item extends Named>(
  items: Item[],
  keyOf: (item: Item) => string,
): Map<string, string> {
  const times = new Map<string, number>();
  for (const { name } of items) times.set(look(name), (times.get(look(name)) ?? 0) + 1);
  return new Map(
    items.map((item) => {
      const isOnlyOne = times.get(look(item.name)) === 1 || look(item.name) === '';
      return [keyOf(item), isOnlyOne ? nameOf(item) : `${nameOf(item)} (${tail(item.id)})`];
    }),
  );
}

const tail = (id: string) => visibleText(idTail(id));

/** The same for names that look alike: a page shows white space of any length as one blank, and none at the ends. */
const look = (name: string) =>
  /^[!-~]+(?: [!-~]+)*$/.test(name)
    ? shorten(name, LINE_MAX)
    : lineOf(name.trim().replaceAll(/\s+/g, ' ')).normalize();
