import { idTail } from '#web/ui/format.ts';

/**
 * What each item is called in the names of its controls: its name, with the end of its id where it has none or
 * shares it with another.
 */
export function labelsOf<Item extends { id: string; name: string }>(
  items: Item[],
  keyOf: (item: Item) => string,
): Map<string, string> {
  const times = new Map<string, number>();
  for (const { name } of items) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(
    items.map((item) => {
      const { id, name } = item;
      if (name === '') return [keyOf(item), `(no name) ${idTail(id)}`];
      return [keyOf(item), times.get(name) === 1 ? name : `${name} (${idTail(id)})`];
    }),
  );
}
