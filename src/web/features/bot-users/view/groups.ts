import { byPage, type Page } from '#web/features/bot-users/view/by-page.ts';
import { sorted, type Compare } from '#web/features/bot-users/view/merge.ts';
import { createLive, inSlices } from '#web/features/bot-users/view/live.ts';
import { groupOf, nameKey } from '#web/features/bot-users/view/text.ts';

export type GroupOrder = 'count' | 'name' | 'newest';

export type NameGroup = {
  /** The prefix; empty for the names without one. */
  name: string;
  count: number;
  active: number;
  /** Milliseconds; `undefined` where no row of it has a time that can be read. */
  newest: number | undefined;
};

/** What the page calls a group. */
export const groupLabel = (name: string) => (name === '' ? '(no prefix)' : name);

/** The name groups of the loaded rows; each page is counted once as long as it stays as it is. */
export function createGroups(slices = inSlices) {
  const groupsOfPage = byPage(({ bot_users }) => {
    const groups = new Map<string, NameGroup>();
    for (const { name, active, created_at } of bot_users) {
      const time = Date.parse(created_at);
      const newest = Number.isNaN(time) ? undefined : time;
      addTo(groups, { name: groupOf(name), count: 1, active: Number(active), newest });
    }
    return [...groups.values()];
  });

  function* derive(pages: readonly Page[], order: GroupOrder): Generator<void, NameGroup[]> {
    const groups = new Map<string, NameGroup>();
    for (const page of pages) {
      for (const group of groupsOfPage(page)) addTo(groups, group);
      yield;
    }
    const entries: Entry[] = [];
    for (const group of groups.values()) {
      entries.push({ group, key: nameKey(group.name) });
      if (entries.length % 128 === 0) yield;
    }
    return (yield* sorted(entries, comparisons[order])).map(({ group }) => group);
  }

  return createLive<GroupOrder, readonly NameGroup[]>({
    derive,
    initial: { result: [], asked: 'count' },
    slices,
  });
}

function addTo(groups: Map<string, NameGroup>, added: NameGroup) {
  const group = groups.get(added.name);
  if (!group) return void groups.set(added.name, { ...added });
  group.count += added.count;
  group.active += added.active;
  if (added.newest !== undefined && added.newest > (group.newest ?? -Infinity))
    group.newest = added.newest;
}

type Entry = { group: NameGroup; key: string };

let collator: Intl.Collator | undefined;

/** For names that differ in case or accents only. */
const exactly = (one: string, other: string) =>
  (collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'variant' })).compare(
    one,
    other,
  );

const byName: Compare<Entry> = (one, other) =>
  one.key === other.key ? exactly(one.group.name, other.group.name) : one.key < other.key ? -1 : 1;

/** Groups without a time stand last. */
const newestFirst: Compare<Entry> = ({ group: one }, { group: other }) =>
  (other.newest ?? Number.MIN_SAFE_INTEGER) - (one.newest ?? Number.MIN_SAFE_INTEGER);

const comparisons: Record<GroupOrder, Compare<Entry>> = {
  name: byName,
  count: (one, other) => other.group.count - one.group.count || byName(one, other),
  newest: (one, other) => newestFirst(one, other) || byName(one, other),
};
