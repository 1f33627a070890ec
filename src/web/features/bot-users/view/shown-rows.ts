import type { BotUser } from '#contract/bot-user.ts';
import { createLateChanges, without } from '#web/features/bot-users/view/late-changes.ts';
import { hasFilter, readListView, type ListView } from '#web/features/bot-users/view/list-view.ts';
import { createLookAlikes } from '#web/features/bot-users/view/look-alikes.ts';
import { createMatcher } from '#web/features/bot-users/view/matcher.ts';
import { createPlaces } from '#web/features/bot-users/view/places.ts';
import { rowOrders } from '#web/features/bot-users/view/row-orders.ts';
import { inSlices, runSliced } from '#web/features/bot-users/view/sliced.ts';
import { createSortedOrders } from '#web/features/bot-users/view/sorted-orders.ts';
import type { Rows, RowsChange, Slot } from '#web/features/bot-users/data/row-store.ts';

export type Shown = {
  slots: readonly Slot[];
  /** Work over all rows is under way: the slots are those of before, without the rows that have gone since. */
  pending: boolean;
  /** Of the slots, so an earlier one while the newest is pending. */
  view: ListView;
};

/** Just these ids, whatever the filter says. */
export type Only = ReadonlySet<string>;

export interface ShownRows {
  /** The same object until something differs. */
  snapshot(): Shown;
  subscribe(listener: () => void): () => void;
  /** Changes nothing when the view is the one before. No row is held any longer in another one. */
  show(view: ListView, only?: Only): void;
  /** Keeps a row whose status is about to change, until it is released or another one is held. */
  hold(id: string): void;
  /** @param id only when it is this one that is held */
  release(id?: string): void;
  dispose(): void;
}

/**
 * Which of the loaded rows are shown, in which order. Follows the rows: what changes costs what it changes, and the
 * list is gone through only for another filter. Never keeps the page busy for long.
 */
export function createShownRows(rows: Rows, slices = inSlices): ShownRows {
  const places = createPlaces(rows);
  const lookAlikes = createLookAlikes(rows);
  const orders = createSortedOrders(rows, places);
  /** Of the filtered list. */
  const late = createLateChanges(rows, places);
  const listeners = new Set<() => void>();

  let view = readListView(new URLSearchParams());
  let only: Only | undefined;
  let held: string | undefined;
  let matches = matcher();
  /** The filtered list with all changes but the late ones; `undefined` until the filter has seen every row. */
  let filtered: readonly Slot[] | undefined;
  let drop: (() => void) | undefined;
  let shown: Shown = { slots: rows.order(), pending: false, view };

  function matcher(): (slot: Slot) => boolean {
    const among = only;
    return among
      ? (slot) => among.has(rows.at(slot).id)
      : createMatcher(view, rows, lookAlikes, held);
  }

  function* work(): Generator<void, readonly Slot[]> {
    if (view.duplicates && !only) yield* lookAlikes.built();
    const all = yield* orders.upToDate(view.sort);
    if (!only && !hasFilter(view)) {
      late.clear();
      return all;
    }
    filtered ??= yield* filter(all);
    filtered = yield* late.into(filtered, rowOrders[view.sort], (slot) => matches(slot));
    return filtered;
  }

  function* filter(all: readonly Slot[]): Generator<void, readonly Slot[]> {
    late.clear();
    const matching: Slot[] = [];
    for (const [index, slot] of all.entries()) {
      if (index % 128 === 0) yield;
      if (matches(slot)) matching.push(slot);
    }
    return matching;
  }

  /**
   * What is under way already takes the late changes in at its end.
   *
   * @param meanwhile what is shown as long as it takes
   */
  function run(meanwhile = shown.slots) {
    if (drop) return publish({ ...shown, slots: meanwhile });
    let isDone = false;
    const dropThis = runSliced(
      work(),
      (slots) => {
        isDone = true;
        drop = undefined;
        publish({ slots, pending: false, view });
      },
      slices,
    );
    if (isDone) return;
    drop = dropThis;
    publish({ ...shown, slots: meanwhile, pending: true });
  }

  function startOver() {
    drop?.();
    drop = undefined;
    filtered = undefined;
    run();
  }

  function hold(id: string | undefined) {
    const slots = [held, id].flatMap((one) => (one === undefined ? [] : (rows.slotOf(one) ?? [])));
    held = id;
    matches = matcher();
    if (view.status === 'all') return;
    for (const slot of slots) late.touch(slot);
    run();
  }

  function publish(next: Shown) {
    if (next.slots === shown.slots && next.pending === shown.pending && next.view === shown.view)
      return;
    shown = next;
    for (const listener of listeners) listener();
  }

  function take(change: RowsChange) {
    places.take(change);
    orders.take(change);
    const affected = lookAlikes.take(change);
    if (change.kind === 'reordered') return startOver();
    if (change.kind === 'added') late.add(change.slots);
    if (change.kind === 'removed') late.remove(change.slots);
    if (change.kind === 'changed' && concerns(view, change.before, rows.at(change.slot)))
      late.touch(change.slot, change.before);
    if (view.duplicates) for (const slot of affected) late.touch(slot);
    run(change.kind === 'removed' ? without(shown.slots, change.slots) : undefined);
  }

  const stop = rows.onChange(take);

  return {
    snapshot: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show(nextView, nextOnly) {
      if (isSame(view, nextView) && only === nextOnly) return;
      view = nextView;
      only = nextOnly;
      held = undefined;
      matches = matcher();
      startOver();
    },
    hold,
    release(id = held) {
      if (held !== undefined && held === id) hold(undefined);
    },
    dispose() {
      stop();
      drop?.();
      listeners.clear();
    },
  };
}

const isSame = (one: ListView, other: ListView) =>
  (Object.keys(one) as Array<keyof ListView>).every((field) => one[field] === other[field]);

/** Whether the row may be shown or not, or elsewhere, because of what has changed in it. */
function concerns(view: ListView, before: BotUser, bot: BotUser): boolean {
  const { q, status, from, to, group, sort } = view;
  const byName = q !== '' || group !== null || sort === 'name' || sort === '-name';
  const byTime = from !== '' || to !== '' || sort === 'created' || sort === '-created';
  return (
    (byName && before.name !== bot.name) ||
    (byTime && before.created_at !== bot.created_at) ||
    (status !== 'all' && before.active !== bot.active)
  );
}
