import { joined } from '#web/features/bot-users/view/by-page.ts';

/** Equal items do not exist: whoever compares has a last criterion. */
export type Compare<Item> = (one: Item, other: Item) => number;

/** Few enough to be sorted without a break. */
const RUN = 128;

/** Sorts in steps: the platform's own sort cannot be interrupted. */
export function* sorted<Item>(
  items: readonly Item[],
  compare: Compare<Item>,
): Generator<void, Item[]> {
  const runs: Item[][] = [];
  for (let from = 0; from < items.length; from += RUN) {
    runs.push(items.slice(from, from + RUN).toSorted(compare));
    yield;
  }
  return yield* mergeRuns(runs, compare);
}

/** Merges sorted runs, two by two; no step takes longer than copying all items once. */
export function* mergeRuns<Item>(
  runs: ReadonlyArray<readonly Item[]>,
  compare: Compare<Item>,
): Generator<void, Item[]> {
  let left = runs.filter((run) => run.length > 0);
  while (left.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < left.length; at += 2) {
      merged.push(merge(left[at] ?? [], left[at + 1] ?? [], compare));
      yield;
    }
    left = merged;
  }
  return [...(left[0] ?? [])];
}

function merge<Item>(one: readonly Item[], other: readonly Item[], compare: Compare<Item>): Item[] {
  // Of its final length at once: pushing 100,000 times takes several times as long.
  // oxlint-disable-next-line unicorn/no-new-array -- `Array.from` would fill it first
  const merged = new Array<Item>(one.length + other.length);
  let from = 0;
  let at = 0;
  const copyTo = (end: number) => {
    while (from < end) merged[at++] = other[from++] as Item; // below its length
  };
  for (const item of one) {
    copyTo(indexFor(other, item, from, compare));
    merged[at++] = item;
  }
  copyTo(other.length);
  return merged;
}

/** Where an item is or belongs, not below `from`: looked for in growing steps, then by halves. */
function indexFor<Item>(
  items: readonly Item[],
  item: Item,
  from: number,
  compare: Compare<Item>,
): number {
  const isBefore = (at: number) => compare(items[at] as Item, item) < 0; // below its length
  let low = from;
  let step = 1;
  while (low + step <= items.length && isBefore(low + step - 1)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, items.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Splice<Item> = { at: number; item: Item; isRemoved: boolean };

/** Where each item goes in or out of a sorted list: a binary search for each is cheaper than going through all. */
export function splicesFor<Item>(
  items: readonly Item[],
  removed: readonly Item[],
  added: readonly Item[],
  compare: Compare<Item>,
): Array<Splice<Item>> {
  const splice = (item: Item, isRemoved: boolean) => ({
    at: indexFor(items, item, 0, compare),
    item,
    isRemoved,
  });
  return [
    ...removed.map((item) => splice(item, true)),
    ...added.map((item) => splice(item, false)),
  ].toSorted(
    (one, other) =>
      one.at - other.at ||
      Number(one.isRemoved) - Number(other.isRemoved) ||
      compare(one.item, other.item),
  );
}

/** A copy with the splices applied, made of whole parts. */
export function spliced<Item, Value>(
  values: readonly Value[],
  splices: ReadonlyArray<Splice<Item>>,
  valueOf: (item: Item) => Value,
): Value[] {
  const parts: Value[][] = [];
  let from = 0;
  for (const { at, item, isRemoved } of splices) {
    if (at > from) parts.push(values.slice(from, at));
    if (!isRemoved) parts.push([valueOf(item)]);
    from = isRemoved ? at + 1 : Math.max(from, at);
  }
  parts.push(values.slice(from));
  return joined(parts);
}
