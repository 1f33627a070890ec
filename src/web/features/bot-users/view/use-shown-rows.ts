import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { ListView } from '#web/features/bot-users/view/list-view.ts';
import type { Only, ShownRows } from '#web/features/bot-users/view/shown-rows.ts';

/**
 * What is shown for a view, in the same frame where it can be.
 *
 * @param subscribe of the shown rows, or one that tells less often
 */
export function useShownRows(
  shownRows: ShownRows,
  view: ListView,
  only: Only | undefined,
  subscribe: ShownRows['subscribe'],
) {
  useLayoutEffect(() => shownRows.show(view, only));
  return useSyncExternalStore(subscribe, shownRows.snapshot);
}
