import { groupOf } from '#web/features/bot-users/view/text.ts';
import { createSlotNumbers } from '#web/features/bot-users/view/slot-numbers.ts';
import type { Rows, RowsChange, Slot } from '#web/features/bot-users/data/row-store.ts';

/** Another object after each change of it. */
export type NameGroup = {
  /** The prefix; empty for the names without one. */
  name: string;
  count: number;
  active: number;
  /** Milliseconds; `undefined` where no row of it has a time that can be read. */
  newest: number | undefined;
};

/** What a change means for the list of the groups. */
export type GroupsChange = {
  /** Groups have come, gone, or changed in what they are sorted by. */
  moved: boolean;
  /** The one group that has another share of active rows. */
  replaced?: { before: NameGroup; group: NameGroup };
};

const unchanged: GroupsChange = { moved: false };
const moved: GroupsChange = { moved: true };

/** How many rows each name group has. Costs nothing until they are counted; from then on each change its own rows. */
export function createGroupTallies(rows: Rows) {
  const groups: NameGroup[] = [];
  const numbers = new Map<string, number>();
  /** Number of the row's group, from 1; 0 for rows that are not counted. */
  const groupOfSlot = createSlotNumbers(Int32Array);
  let state: 'unasked' | 'counting' | 'counted' = 'unasked';
  let work: Generator<void, void> | undefined;

  function groupFor(name: string): number {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    const number = groups.push({ name, count: 0, active: 0, newest: undefined });
    numbers.set(name, number);
    return number;
  }

  const groupAt = (number: number) => groups[number - 1] as NameGroup; // numbers are of groups that exist
  function change(number: number, fields: Partial<NameGroup>) {
    groups[number - 1] = { ...groupAt(number), ...fields };
  }

  function enter(slot: Slot) {
    if (groupOfSlot.get(slot) !== 0) return;
    const bot = rows.at(slot);
    const number = groupFor(groupOf(bot.name));
    const { count, active, newest } = groupAt(number);
    groupOfSlot.set(slot, number);
    change(number, {
      count: count + 1,
      active: active + Number(bot.active),
      newest: later(newest, timeOf(bot.created_at)),
    });
  }

  /** @param bot as it was when it was counted */
  function leave(slot: Slot, bot: { active: boolean; created_at: string }, losers: Set<number>) {
    const number = groupOfSlot.get(slot);
    if (number === 0) return;
    const { count, active, newest } = groupAt(number);
    groupOfSlot.set(slot, 0);
    change(number, { count: count - 1, active: active - Number(bot.active) });
    if (newest !== undefined && newest === timeOf(bot.created_at)) losers.add(number);
  }

  /** Groups that have lost their newest row. */
  function findNewest(losers: ReadonlySet<number>) {
    if (losers.size === 0) return;
    for (const number of losers) change(number, { newest: undefined });
    for (const slot of rows.order()) {
      const number = groupOfSlot.get(slot);
      if (!losers.has(number)) continue;
      const newest = later(groupAt(number).newest, timeOf(rows.at(slot).created_at));
      if (newest !== groupAt(number).newest) change(number, { newest });
    }
  }

  const isLoaded = (slot: Slot) => rows.slotOf(rows.at(slot).id) === slot;

  function* countAll(): Generator<void, void> {
    for (const [index, slot] of rows.order().entries()) {
      if (index % 64 === 0) yield;
      if (isLoaded(slot)) enter(slot);
    }
    state = 'counted';
  }

  function start() {
    groups.length = 0;
    numbers.clear();
    groupOfSlot.clear();
    state = 'counting';
    work = countAll();
  }

  function takeChanged(slot: Slot, before: { name: string; active: boolean; created_at: string }) {
    const bot = rows.at(slot);
    const number = groupOfSlot.get(slot);
    if (number === 0) return unchanged;
    if (before.name === bot.name && before.created_at === bot.created_at) {
      if (before.active === bot.active) return unchanged;
      const group = groupAt(number);
      change(number, { active: group.active + (bot.active ? 1 : -1) });
      return { moved: false, replaced: { before: group, group: groupAt(number) } };
    }
    const losers = new Set<number>();
    leave(slot, before, losers);
    enter(slot);
    findNewest(losers);
    return moved;
  }

  return {
    /** Goes on where it was when whoever waited for it first has been dropped. */
    *counted(): Generator<void, void> {
      if (state === 'unasked') start();
      if (state === 'counting' && work) yield* work;
    },
    all: () => groups.filter(({ count }) => count > 0),
    take(rowsChange: RowsChange): GroupsChange {
      if (state === 'unasked') return unchanged;
      if (rowsChange.kind === 'changed') return takeChanged(rowsChange.slot, rowsChange.before);
      if (rowsChange.kind === 'reordered') start();
      if (rowsChange.kind === 'added') for (const slot of rowsChange.slots) enter(slot);
      if (rowsChange.kind === 'removed') {
        const losers = new Set<number>();
        for (const slot of rowsChange.slots) leave(slot, rows.at(slot), losers);
        findNewest(losers);
      }
      return moved;
    },
  };
}

const later = (one: number | undefined, other: number | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one;

function timeOf(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
