import type { NameGroups } from '#web/features/bot-users/find/name-groups.ts';
import type { ShownRows } from '#web/features/bot-users/find/shown-rows.ts';
import type { Loader } from '#web/features/bot-users/rows/loader.ts';
import type { RowStore } from '#web/features/bot-users/rows/row-store.ts';

/** All that one session has of the list. It changes in place; pages and rows subscribe to its parts. */
export type LoadedBotUsers = {
  rows: RowStore;
  loader: Loader;
  shown: ShownRows;
  groups: NameGroups;
  /** Whether the loaded rows stand newest first. */
  isNewestFirst: () => boolean;
};
