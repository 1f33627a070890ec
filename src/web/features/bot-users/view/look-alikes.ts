import { createSlotNumbers } from '#web/features/bot-users/view/slot-numbers.ts';
import { skeletonOf } from '#web/features/bot-users/view/skeleton.ts';
import type { Rows, RowsChange, Slot } from '#web/features/bot-users/data/row-store.ts';

/**
 * Rows that look like another loaded one. Costs nothing until it is built for the first time; from then on each change
 * costs its own rows.
 *
 * Of a look only a number is kept, not the text. Rows of the same look stand in a ring, so that one can leave without
 * a search, and whoever is left alone is found. A row without anything to see in its name is like no other.
 */
export function createLookAlikes(rows: Rows) {
  /** 0 for rows that are not in a ring. */
  const looks = createSlotNumbers(Float64Array);
  const nextOf = createSlotNumbers(Int32Array);
  const previousOf = createSlotNumbers(Int32Array);
  /** Any row of each ring. */
  const rings = new Map<number, Slot>();
  let state: 'unasked' | 'building' | 'built' = 'unasked';
  let work: Generator<void, void> | undefined;

  function join(slot: Slot, affected: Set<Slot>) {
    if (looks.get(slot) !== 0) return;
    const look = lookNumber(rows.at(slot).name);
    looks.set(slot, look);
    if (look === 0) return;
    const other = rings.get(look);
    if (other === undefined) {
      rings.set(look, slot);
      link(slot, slot);
      return;
    }
    if (nextOf.get(other) === other) affected.add(other);
    affected.add(slot);
    link(slot, nextOf.get(other));
    link(other, slot);
  }

  function leave(slot: Slot, affected: Set<Slot>) {
    const look = looks.get(slot);
    if (look === 0) return;
    const next = nextOf.get(slot);
    looks.set(slot, 0);
    if (next === slot) return void rings.delete(look);
    affected.add(slot);
    link(previousOf.get(slot), next);
    if (rings.get(look) === slot) rings.set(look, next);
    if (nextOf.get(next) === next) affected.add(next);
  }

  function link(one: Slot, other: Slot) {
    nextOf.set(one, other);
    previousOf.set(other, one);
  }

  const isLoaded = (slot: Slot) => rows.slotOf(rows.at(slot).id) === slot;

  function* build(): Generator<void, void> {
    for (const [index, slot] of rows.order().entries()) {
      if (index % 64 === 0) yield;
      if (isLoaded(slot)) join(slot, new Set());
    }
    state = 'built';
  }

  function startOver() {
    if (state === 'unasked') return;
    looks.clear();
    rings.clear();
    state = 'building';
    work = build();
  }

  return {
    /** Right once it is built. */
    has: (slot: Slot) => looks.get(slot) !== 0 && nextOf.get(slot) !== slot,
    /** Goes on where it was when whoever waited for it first has been dropped. */
    *built(): Generator<void, void> {
      if (state === 'unasked') {
        state = 'building';
        work = build();
      }
      if (state === 'building' && work) yield* work;
    },
    /** @returns the rows of which `has` may say something else now, among them others than those that have changed */
    take(change: RowsChange): readonly Slot[] {
      if (state === 'unasked') return [];
      const affected = new Set<Slot>();
      if (change.kind === 'reordered') startOver();
      if (change.kind === 'added') for (const slot of change.slots) join(slot, affected);
      if (change.kind === 'removed') {
        for (const slot of change.slots) leave(slot, affected);
        for (const slot of change.slots) affected.delete(slot);
      }
      if (change.kind === 'changed' && change.before.name !== rows.at(change.slot).name) {
        leave(change.slot, affected);
        join(change.slot, affected);
      }
      return [...affected];
    },
  };
}

/** 53 bits of the look, 0 for none: among 100,000 names two share one by chance once in two million lists. */
function lookNumber(name: string): number {
  const skeleton = skeletonOf(name);
  if (skeleton === '') return 0;
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let index = 0; index < skeleton.length; index++) {
    const code = skeleton.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x5bd1e995);
    low ^= low >>> 15;
  }
  high = Math.imul(high ^ (high >>> 16) ^ low, 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 13) ^ high, 0x27d4eb2f);
  return (high >>> 11) * 2 ** 32 + (low >>> 0) || 1;
}
