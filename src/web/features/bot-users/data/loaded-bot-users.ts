import { throttle } from '#web/lib/throttle.ts';
import type { NameGroups } from '#web/features/bot-users/view/name-groups.ts';
import type { ShownRows } from '#web/features/bot-users/view/shown-rows.ts';
import type { Loader } from '#web/features/bot-users/data/loader.ts';
import type { RowStore } from '#web/features/bot-users/data/row-store.ts';

type Subscribe = (listener: () => void) => () => void;

/** All that one session has of the list. It changes in place; pages and rows subscribe to its parts. */
export type LoadedBotUsers = {
  rows: RowStore;
  loader: Loader;
  shown: ShownRows;
  groups: NameGroups;
  /** Whether the loaded rows stand newest first. */
  isNewestFirst: () => boolean;
  /** The same for whoever draws, a few times a second while pages come one after the other. */
  calm: { rows: Subscribe; loader: Subscribe; shown: Subscribe };
};

/** @param parts of which the loaded rows are made */
export function toLoadedBotUsers(parts: Omit<LoadedBotUsers, 'calm'>): LoadedBotUsers {
  const { rows, loader, shown } = parts;
  let drawn = shown.snapshot();
  const isAnotherView = () => {
    const before = drawn;
    drawn = shown.snapshot();
    return before.view !== drawn.view || before.pending !== drawn.pending;
  };
  return {
    ...parts,
    calm: {
      rows: throttle(rows.subscribe),
      loader: throttle(loader.subscribe),
      shown: throttle(shown.subscribe, isAnotherView),
    },
  };
}
