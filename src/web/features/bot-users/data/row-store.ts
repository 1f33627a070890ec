import type { BotUser } from '#contract/bot-user.ts';
import { createRowCounts } from '#web/features/bot-users/data/row-counts.ts';
import { createRowListeners } from '#web/features/bot-users/data/row-listeners.ts';
import { changeOf, mergedOrder, missingIn } from '#web/features/bot-users/data/row-order.ts';
import { labelAmong } from '#web/ui/table/labels.ts';

/** Place of a row in the store, for as long as the store lives: small integers, never reused. */
export type Slot = number;

export type RowsChange =
  /** In the order of the service. */
  | { kind: 'added'; slots: readonly Slot[]; at: 'front' | 'end' }
  /** The row at the slot is the new one already. */
  | { kind: 'changed'; slot: Slot; before: BotUser }
  /** The slots still give the removed rows. */
  | { kind: 'removed'; slots: ReadonlySet<Slot> }
  /** Anything may differ. */
  | { kind: 'reordered' };

/** A switch that did not work, and the stamp of the local changes when that was known. */
export type FailedSwitch = { error: Error; active: boolean; stamp: number };

/** What is loaded. */
export interface Rows {
  readonly size: number;
  /** How many are active. */
  readonly active: number;
  /** In the order of the service; another array after each change of it, never changed in place. */
  order(): readonly Slot[];
  at(slot: Slot): BotUser;
  slotOf(id: string): Slot | undefined;
  get(id: string): BotUser | undefined;
  /** Milliseconds, our clock: when the service last told of it. */
  readAt(id: string): number | undefined;
  /** What a row is called in the names of its controls, with the end of its id where another looks the same. */
  labelOf(id: string): string;
  failureOf(id: string): FailedSwitch | undefined;
  /** Called in the same moment, after each change. */
  onChange(listener: (change: RowsChange) => void): () => void;
  /** After anything that changes the list or its counts. */
  subscribe(listener: () => void): () => void;
  /** After a change of this row, of what it is called, or of its failure; also when it comes or goes. */
  subscribeRow(id: string, listener: () => void): () => void;
}

export interface RowStore extends Rows {
  /** Rows that are here already are renewed in their place. @returns the new ones */
  append(rows: readonly BotUser[]): readonly Slot[];
  /** Rows that were made just now, in front: others that nobody has read yet may lie between them and the rest. */
  prepend(rows: readonly BotUser[]): readonly Slot[];
  /** Whether it stands at its place in the order of the service, and not only in front. */
  isPlaced(slot: Slot): boolean;
  /** Takes a row as the service has told of it just now; one that is not here stays away. */
  renew(bot: BotUser): boolean;
  /** Changes fields of a row without a word of the service. */
  change(id: string, fields: Partial<BotUser>): void;
  remove(ids: Iterable<string>): void;
  fail(id: string, failure: FailedSwitch | undefined): void;
  /** The slot that the next new row gets: whatever has a smaller one was here before. */
  next(): Slot;
  /** Keeps a row that is not here for `adopt`. Nobody sees it, and whatever changes meanwhile changes it too. */
  hold(bot: BotUser): void;
  /**
   * Takes the order from rows that were read again from the top, and lets go of those that were missing among them.
   *
   * @param read ids in the order of the service, each of a row that is here or held; one that has gone meanwhile
   *   stays away
   * @param since `next()` before the first of them was asked for: later rows are not missed
   * @param complete whether all that was here then has been passed; else whatever lies below the last one that was
   *   here stays as it is, and new rows below it, which may lie anywhere, stay away
   */
  adopt(
    read: Iterable<string>,
    since: Slot,
    complete: boolean,
  ): { added: number; gone: readonly string[] };
}

/**
 * The loaded bot users, outside React: at 100,000 rows a change of one costs one. A page subscribes to the list, a
 * row of it to its own row.
 */
export function createRowStore(): RowStore {
  const rows: BotUser[] = [];
  const readAt: number[] = [];
  const slots = new Map<string, Slot>();
  let order: readonly Slot[] = [];
  const counts = createRowCounts();
  const failures = new Map<string, FailedSwitch>();
  const unplaced = new Set<Slot>();
  const held = new Map<string, BotUser>();
  const listeners = createRowListeners<RowsChange>();

  const at = (slot: Slot): BotUser => {
    const row = rows[slot];
    if (row === undefined) throw new RangeError(`No row at ${slot}`);
    return row;
  };
  const get = (id: string) => {
    const slot = slots.get(id);
    return slot === undefined ? undefined : at(slot);
  };
  const slotsOf = (ids: Iterable<string>) => [...ids].flatMap((id) => slots.get(id) ?? []);
  const isPlaced = (slot: Slot) => !unplaced.has(slot);

  function set(slot: Slot, bot: BotUser) {
    const before = at(slot);
    if (hasSameFields(before, bot)) return;
    rows[slot] = bot;
    const isShared = [counts.remove(before), counts.add(bot)].some(Boolean);
    listeners.tell({ kind: 'changed', slot, before });
    if (isShared && before.name !== bot.name) listeners.tellEveryRow();
    else listeners.tellRow(bot.id);
  }

  function renew(bot: BotUser, now = Date.now()): boolean {
    const slot = slots.get(bot.id);
    if (slot === undefined) {
      if (held.has(bot.id)) held.set(bot.id, bot);
      return false;
    }
    readAt[slot] = now;
    set(slot, bot);
    return true;
  }

  /** Takes what is not here yet; @param arrange gives the new ones their places */
  function take(bots: readonly BotUser[], arrange: (added: readonly Slot[]) => void) {
    const now = Date.now();
    const added: Slot[] = [];
    let relabels = false;
    for (const bot of bots.filter((each) => !renew(each, now))) {
      if (renew(bot, now)) continue; // it came twice
      held.delete(bot.id);
      added.push(rows.push(bot) - 1);
      readAt.push(now);
      slots.set(bot.id, rows.length - 1);
      if (counts.add(bot)) relabels = true;
    }
    arrange(added);
    if (relabels) listeners.tellEveryRow();
    else for (const slot of added) listeners.tellRow(at(slot).id);
    return added;
  }

  const add = (bots: readonly BotUser[], where: 'front' | 'end') =>
    take(bots, (added) => {
      if (added.length === 0) return;
      order = where === 'front' ? added.concat(order) : order.concat(added);
      if (where === 'front') for (const slot of added) unplaced.add(slot);
      listeners.tell({ kind: 'added', slots: added, at: where });
    });

  function drop(gone: ReadonlySet<Slot>) {
    if (gone.size === 0) return;
    let relabels = false;
    for (const slot of gone) {
      const bot = at(slot);
      slots.delete(bot.id);
      failures.delete(bot.id);
      unplaced.delete(slot);
      if (counts.remove(bot)) relabels = true;
    }
    order = order.filter((slot) => !gone.has(slot));
    listeners.tell({ kind: 'removed', slots: gone });
    if (relabels) listeners.tellEveryRow();
    else for (const slot of gone) listeners.tellRow(at(slot).id);
  }

  return {
    get size() {
      return order.length;
    },
    get active() {
      return counts.active();
    },
    order: () => order,
    at,
    slotOf: (id) => slots.get(id),
    get,
    readAt(id) {
      const slot = slots.get(id);
      return slot === undefined ? undefined : readAt[slot];
    },
    labelOf(id) {
      const bot = get(id);
      return bot === undefined ? '' : labelAmong(bot, counts.isShared(bot.name));
    },
    failureOf: (id) => failures.get(id),

    append: (bots) => add(bots, 'end'),
    prepend: (bots) => add(bots, 'front'),
    isPlaced,
    renew: (bot) => renew(bot),
    change(id, fields) {
      const slot = slots.get(id);
      const waiting = held.get(id);
      if (slot !== undefined) set(slot, { ...at(slot), ...fields });
      else if (waiting) held.set(id, { ...waiting, ...fields });
    },
    remove(ids) {
      const all = [...ids];
      for (const id of all) held.delete(id);
      drop(new Set(slotsOf(all)));
    },
    fail(id, failure) {
      if (failure) failures.set(id, failure);
      else failures.delete(id);
      listeners.tellRow(id);
    },
    next: () => rows.length,
    hold: (bot) => void held.set(bot.id, bot),

    adopt(read, since, complete) {
      const all = [...read];
      const isMark = (id: string) => slotsOf([id]).some(isPlaced);
      const ids = complete ? all : all.slice(0, all.findLastIndex(isMark) + 1);
      const missing = missingIn(order, new Set(slotsOf(ids)), isPlaced, complete);
      const gone = new Set(missing.filter((slot) => slot < since));
      drop(gone);

      const waiting = ids.flatMap((id) => held.get(id) ?? []);
      const added = take(waiting, (fresh) => {
        const placed = new Set(slotsOf(ids));
        const next = mergedOrder(order, placed, isPlaced);
        for (const slot of placed) unplaced.delete(slot);
        const change = changeOf(order, next, fresh);
        if (change === undefined) return;
        order = next;
        listeners.tell(change);
      });
      return { added: added.length, gone: [...gone].map((slot) => at(slot).id) };
    },

    onChange: listeners.onChange,
    subscribe: listeners.subscribe,
    subscribeRow: listeners.subscribeRow,
  };
}

function hasSameFields(one: BotUser, other: BotUser): boolean {
  const names = Object.keys(other);
  return (
    names.length === Object.keys(one).length &&
    names.every((name) => isSameValue(one[name], other[name]))
  );
}

/** Fields that this version does not know may hold anything that JSON can. */
const isSameValue = (one: unknown, other: unknown) =>
  one === other || (typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));
