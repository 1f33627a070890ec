import type { Slot } from '#web/features/bot-users/data/row-store.ts';

/**
 * A number for each slot, 0 until it is set. Slots are set in any order, which a plain array answers with a table of
 * its own at ten times the memory.
 */
export function createSlotNumbers(Numbers: Int32ArrayConstructor | Float64ArrayConstructor) {
  let numbers = new Numbers(1_024);
  return {
    get: (slot: Slot) => numbers[slot] ?? 0,
    set(slot: Slot, value: number) {
      if (slot >= numbers.length) {
        const longer = new Numbers(Math.max(2 * numbers.length, slot + 1));
        longer.set(numbers);
        numbers = longer;
      }
      numbers[slot] = value;
    },
    clear: () => void numbers.fill(0),
  };
}
