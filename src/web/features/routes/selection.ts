import { useSyncExternalStore } from 'react';
import { createSelection } from '#web/lib/selection.ts';
import { session } from '#web/session/session.ts';

/** Selected routes, by `routeKey`; the roll-out begins with them. */
export const routeSelection = createSelection();
session.onEnd(() => routeSelection.clear());

export const useSelectedKeys = () =>
  useSyncExternalStore(routeSelection.subscribe, routeSelection.ids);
export const useIsSelected = (key: string) =>
  useSyncExternalStore(routeSelection.subscribe, () => routeSelection.has(key));
