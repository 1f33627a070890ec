import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { ListView } from '#web/features/bot-users/find/list-view.ts';
import type { Only, ShownRows } from '#web/features/bot-users/find/shown-rows.ts';

/** What is shown for a view, in the same frame where it can be. */
export function useShownRows(shownRows: ShownRows, view: ListView, only?: Only) {
  useLayoutEffect(() => shownRows.show(view, only));
  return useSyncExternalStore(shownRows.subscribe, shownRows.snapshot);
}
