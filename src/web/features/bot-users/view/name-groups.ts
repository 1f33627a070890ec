import { createGroupTallies } from '#web/features/bot-users/view/group-tallies.ts';
import type { NameGroup } from '#web/features/bot-users/view/group-tallies.ts';
import { sortedIndexes } from '#web/features/bot-users/view/merge-sort.ts';
import { inSlices, runSliced } from '#web/features/bot-users/view/sliced.ts';
import type { Rows } from '#web/features/bot-users/data/row-store.ts';

export type GroupOrder = 'count' | 'name' | 'newest';

export type ShownGroups = {
  groups: readonly NameGroup[];
  /** Work over all groups is under way: these are those of before. */
  pending: boolean;
  /** Of the groups, so an earlier one while the newest is pending. */
  order: GroupOrder;
};

export interface NameGroups {
  /** The same object until something differs; without groups until they are asked for. */
  snapshot(): ShownGroups;
  subscribe(listener: () => void): () => void;
  list(order: GroupOrder): void;
  dispose(): void;
}

/** What the page calls a group. */
export const groupLabel = (name: string) => (name === '' ? '(no prefix)' : name);

/**
 * The name groups of the loaded rows. Nothing is counted before they are asked for; from then on each change costs its
 * own rows, and the groups are sorted only while somebody looks at them.
 */
export function createNameGroups(rows: Rows, slices = inSlices): NameGroups {
  const tallies = createGroupTallies(rows);
  const listeners = new Set<() => void>();
  let shown: ShownGroups = { groups: [], pending: false, order: 'count' };
  let order: GroupOrder | undefined;
  let drop: (() => void) | undefined;
  /** What is listed, or being listed, is not what it would be now. */
  let isStale = true;

  function* work(by: GroupOrder): Generator<void, readonly NameGroup[]> {
    yield* tallies.counted();
    isStale = false;
    const groups = tallies.all();
    const indexes = yield* sortedIndexes(groups.length, (one, other) =>
      comparisons[by](groups[one] as NameGroup, groups[other] as NameGroup),
    );
    return Array.from(indexes, (index) => groups[index] as NameGroup);
  }

  function run(by: GroupOrder) {
    if (drop) return;
    let isDone = false;
    const dropThis = runSliced(
      work(by),
      (groups) => {
        isDone = true;
        drop = undefined;
        // Rows that come all the time must not keep the groups away: what was sorted is shown, and sorted again.
        publish({ groups, pending: isStale, order: by });
        if (isStale && order) run(order);
      },
      slices,
    );
    if (isDone) return;
    drop = dropThis;
    publish({ ...shown, pending: true });
  }

  function dropWork() {
    drop?.();
    drop = undefined;
  }

  function publish(next: ShownGroups) {
    if (
      next.groups === shown.groups &&
      next.pending === shown.pending &&
      next.order === shown.order
    )
      return;
    shown = next;
    for (const listener of listeners) listener();
  }

  function refresh() {
    if (order && isStale && listeners.size > 0) run(order);
  }

  const stop = rows.onChange((change) => {
    const { moved, replaced } = tallies.take(change);
    if (change.kind === 'reordered') dropWork();
    if (moved) isStale = true;
    else if (replaced) {
      // Its share only: it stays where it is.
      const index = shown.groups.indexOf(replaced.before);
      if (index >= 0) publish({ ...shown, groups: shown.groups.with(index, replaced.group) });
      if (drop || index < 0) isStale = true;
    }
    refresh();
  });

  return {
    snapshot: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      refresh();
      return () => void listeners.delete(listener);
    },
    list(by) {
      if (order === by && !isStale) return;
      if (order !== by) dropWork();
      order = by;
      isStale = true;
      run(by);
    },
    dispose() {
      stop();
      dropWork();
      listeners.clear();
    },
  };
}

type Comparison = (one: NameGroup, other: NameGroup) => number;

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'variant' });
const byName: Comparison = (one, other) => collator.compare(one.name, other.name);

/** Groups without a time stand last. */
const newestFirst: Comparison = (one, other) =>
  (other.newest ?? Number.MIN_SAFE_INTEGER) - (one.newest ?? Number.MIN_SAFE_INTEGER);

const comparisons: Record<GroupOrder, Comparison> = {
  name: byName,
  count: (one, other) => other.count - one.count || byName(one, other),
  newest: (one, other) => newestFirst(one, other) || byName(one, other),
};
