import { useSyncExternalStore } from 'react';
import { createSelection } from '#web/lib/selection.ts';
import { session } from '#web/session/session.ts';

const { set, ...store } = createSelection();

/** The selected bot users, by id. It outlives the page, ends with the session and loses the rows that are deleted. */
export const selection = {
  ...store,
  /** @returns how many rows changed */
  add: (ids: Iterable<string>) => set(ids, true),
  remove: (ids: Iterable<string>) => set(ids, false),
};

session.onEnd(selection.clear);

export const useSelectedIds = () => useSyncExternalStore(selection.subscribe, selection.ids);
export const useIsSelected = (id: string) =>
  useSyncExternalStore(selection.subscribe, () => selection.has(id));
