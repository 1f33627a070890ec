import { useSyncExternalStore } from 'react';
import { selection } from '#web/features/bot-users/selection/selection.ts';

/** For a row: it is drawn again only when its own state changes. */
export const useIsSelected = (id: string) =>
  useSyncExternalStore(selection.subscribe, () => selection.has(id));

export const useSelectedIds = () => useSyncExternalStore(selection.subscribe, selection.ids);

export const useSelectedCount = () => useSelectedIds().size;
