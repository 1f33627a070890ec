import type { BotUser } from '#contract/bot-user.ts';
import { labelAmong, lookOf } from '#web/ui/labels.ts';

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

/** A switch that the service has refused. */
export type FailedSwitch = { error: Error; active: boolean };

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
  /** After a change of this row, of what it is called, or of its failure. */
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
  /**
   * Takes the order from rows that were read again from the top, and lets go of those that were missing among them.
   *
   * @param read in the order of the service
   * @param since `next()` before the first of them was asked for: later rows are not missed
   * @param complete whether all that was here then has been read again; else whatever lies below the last one that
   *   was here stays as it is
   */
  adopt(
    read: readonly BotUser[],
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
  let active = 0;
  /** How many rows have each look. */
  const looks = new Map<string, number>();
  const failures = new Map<string, FailedSwitch>();
  const unplaced = new Set<Slot>();

  const changeListeners = new Set<(change: RowsChange) => void>();
  const listListeners = new Set<() => void>();
  const rowListeners = new Map<string, Set<() => void>>();

  const at = (slot: Slot): BotUser => {
    const row = rows[slot];
    if (row === undefined) throw new RangeError(`No row at ${slot}`);
    return row;
  };
  const get = (id: string) => {
    const slot = slots.get(id);
    return slot === undefined ? undefined : at(slot);
  };

  function tell(change: RowsChange) {
    for (const listener of changeListeners) listener(change);
    for (const listener of listListeners) listener();
  }
  const tellRow = (id: string) => rowListeners.get(id)?.forEach((listener) => listener());
  /** Few rows are on the screen. */
  const tellEveryRow = () => [...rowListeners.keys()].forEach(tellRow);

  /** @returns whether rows that were here have got other labels */
  function count(bot: BotUser, by: 1 | -1): boolean {
    active += bot.active ? by : 0;
    const look = lookOf(bot.name);
    const before = looks.get(look) ?? 0;
    if (before + by === 0) looks.delete(look);
    else looks.set(look, before + by);
    return before > 0 && (before === 1 || before + by === 1);
  }

  function take(bot: BotUser, now: number): Slot {
    const slot = rows.push(bot) - 1;
    readAt.push(now);
    slots.set(bot.id, slot);
    return slot;
  }

  function set(slot: Slot, bot: BotUser) {
    const before = at(slot);
    rows[slot] = bot;
    if (sameFields(before, bot)) return;
    const relabelled = [count(before, -1), count(bot, 1)].some(Boolean);
    tell({ kind: 'changed', slot, before });
    if (relabelled && before.name !== bot.name) tellEveryRow();
    else tellRow(bot.id);
  }

  function renew(bot: BotUser, now = Date.now()): boolean {
    const slot = slots.get(bot.id);
    if (slot === undefined) return false;
    readAt[slot] = now;
    set(slot, bot);
    return true;
  }

  /** Renews what is here; @returns the slots of the others, once each, which are in no order yet */
  function takeNew(bots: readonly BotUser[]): Slot[] {
    const now = Date.now();
    const added: Slot[] = [];
    let relabelled = false;
    for (const bot of bots) {
      if (renew(bot, now)) continue;
      added.push(take(bot, now));
      if (count(bot, 1)) relabelled = true;
    }
    if (relabelled) tellEveryRow();
    return added;
  }

  function add(bots: readonly BotUser[], where: 'front' | 'end'): readonly Slot[] {
    const added = takeNew(bots);
    if (added.length === 0) return added;
    order = where === 'front' ? added.concat(order) : order.concat(added);
    tell({ kind: 'added', slots: added, at: where });
    return added;
  }

  function drop(gone: ReadonlySet<Slot>) {
    if (gone.size === 0) return;
    let relabelled = false;
    for (const slot of gone) {
      const bot = at(slot);
      slots.delete(bot.id);
      failures.delete(bot.id);
      if (count(bot, -1)) relabelled = true;
    }
    order = order.filter((slot) => !gone.has(slot));
    tell({ kind: 'removed', slots: gone });
    if (relabelled) tellEveryRow();
  }

  return {
    get size() {
      return order.length;
    },
    get active() {
      return active;
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
      return bot === undefined ? '' : labelAmong(bot, (looks.get(lookOf(bot.name)) ?? 0) > 1);
    },
    failureOf: (id) => failures.get(id),

    append: (bots) => add(bots, 'end'),
    prepend(bots) {
      const added = add(bots, 'front');
      for (const slot of added) unplaced.add(slot);
      return added;
    },
    isPlaced: (slot) => !unplaced.has(slot),
    renew: (bot) => renew(bot),
    change(id, fields) {
      const slot = slots.get(id);
      if (slot !== undefined) set(slot, { ...at(slot), ...fields });
    },
    remove(ids) {
      const gone = new Set<Slot>();
      for (const id of ids) {
        const slot = slots.get(id);
        if (slot !== undefined) gone.add(slot);
      }
      drop(gone);
    },
    fail(id, failure) {
      if (failure) failures.set(id, failure);
      else failures.delete(id);
      tellRow(id);
    },
    next: () => rows.length,

    adopt(read, since, complete) {
      const added = takeNew(read);
      const seen = new Set(read.flatMap((bot) => slots.get(bot.id) ?? []));
      for (const slot of seen) unplaced.delete(slot);
      const wasHere = (slot: Slot) => slot < since;
      const last = order.findLastIndex((slot) => seen.has(slot) && wasHere(slot));
      const gone = new Set(
        order.filter(
          (slot, index) => !seen.has(slot) && wasHere(slot) && (complete || index < last),
        ),
      );
      drop(gone);

      const rest = order.filter((slot) => !seen.has(slot));
      const end = order.findLastIndex((slot) => seen.has(slot) && wasHere(slot));
      const above =
        rest.length === 0 ? [] : order.slice(0, end + 1).filter((slot) => !seen.has(slot));
      const next = above.concat([...seen], rest.slice(above.length));
      if (isAfter(next, added, order)) {
        order = next;
        if (added.length > 0) tell({ kind: 'added', slots: added, at: 'front' });
      } else {
        order = next;
        tell({ kind: 'reordered' });
      }
      return { added: added.length, gone: [...gone].map((slot) => at(slot).id) };
    },

    onChange: (listener) => subscribeTo(changeListeners, listener),
    subscribe: (listener) => subscribeTo(listListeners, listener),
    subscribeRow(id, listener) {
      const listeners = rowListeners.get(id) ?? new Set();
      rowListeners.set(id, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && rowListeners.get(id) === listeners) rowListeners.delete(id);
      };
    },
  };
}

function subscribeTo<Listener>(listeners: Set<Listener>, listener: Listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the one list is the other with something in front. */
const isAfter = (list: readonly Slot[], front: readonly Slot[], rest: readonly Slot[]) =>
  list.length === front.length + rest.length &&
  front.every((slot, index) => list[index] === slot) &&
  rest.every((slot, index) => list[front.length + index] === slot);

function sameFields(one: BotUser, other: BotUser): boolean {
  const names = Object.keys(other);
  return (
    names.length === Object.keys(one).length && names.every((name) => one[name] === other[name])
  );
}
