import * as z from 'zod/mini';
import { useSyncExternalStore } from 'react';
import { useConfig } from '#web/api/config.ts';
import { session } from '#web/session/session.ts';
import { listViewParams, readListView } from '#web/features/bot-users/view/list-view.ts';
import { createDeviceValue, type TextStorage } from '#web/lib/device-storage.ts';

/** A name for an address of the list: the query of it, with no question mark. */
export type SavedView = { name: string; query: string };

const VIEWS_MAX = 50;
/** Characters as people count them. */
const NAME_MAX = 80;
const QUERY_MAX = 2000;

const SavedView = z.object({
  name: z.string().check(
    z.trim(),
    z.minLength(1),
    z.refine((name) => Array.from(name).length <= NAME_MAX),
  ),
  query: z.string().check(z.maxLength(QUERY_MAX)),
});

export interface SavedViewsOptions {
  key: string;
  storage?: TextStorage;
  tabs?: Pick<Window, 'addEventListener'>;
  /** Whether a text must not be kept. */
  isSecret: (text: string) => boolean;
}

type SaveResult = { problem: string } | { problem?: undefined; undo: () => void };

/** The views of one service, by name; they stay on this device. */
export function createSavedViews({ isSecret, ...options }: SavedViewsOptions) {
  const tells = ({ name, query }: SavedView) =>
    [name, query, ...new URLSearchParams(query).values()].some(isSecret);

  const views = createDeviceValue<readonly SavedView[]>({ ...options, read });

  /** Keeps the first of a name; leaves out what is no view, and what may not be kept any more. */
  function read(content: unknown): SavedView[] {
    const rows = Array.isArray(content) ? content.map((row) => z.safeParse(SavedView, row)) : [];
    const named = new Map<string, SavedView>();
    for (const { data } of rows)
      if (data && !named.has(data.name) && !tells(data)) named.set(data.name, viewOf(data));
    return [...named.values()].slice(0, VIEWS_MAX);
  }

  const find = (name: string) => views.get().find((view) => view.name === name);
  const without = (name: string) => (before: readonly SavedView[]) =>
    before.filter((view) => view.name !== name);
  const put = (view: SavedView) =>
    views.change((before) => {
      const isHere = before.some(({ name }) => name === view.name);
      return isHere
        ? before.map((other) => (other.name === view.name ? view : other))
        : [...before, view].slice(0, VIEWS_MAX);
    });

  function problemOf(view: SavedView): string | undefined {
    if (view.name === '') return 'Enter a name';
    if (Array.from(view.name).length > NAME_MAX)
      return `Name must be ${NAME_MAX} characters or fewer`;
    if (tells(view)) return 'This holds your API key. It is not kept.';
    if (view.query.length > QUERY_MAX) return 'The filter is too long to be kept';
    if (find(view.name) === undefined && views.get().length >= VIEWS_MAX)
      return `No more than ${VIEWS_MAX} views are kept. Remove one first.`;
    return undefined;
  }

  return {
    state: views.get,
    subscribe: views.subscribe,
    /** In place of one of the same name. */
    save(name: string, query: string): SaveResult {
      const view = { name: name.trim(), query };
      const problem = problemOf(view);
      if (problem !== undefined) return { problem };
      const before = find(view.name);
      put(view);
      return { undo: () => (before ? put(before) : views.change(without(view.name))) };
    },
    /** @returns what puts it back */
    remove(name: string): () => void {
      const removed = find(name);
      views.change(without(name));
      return () => {
        if (removed && find(name) === undefined) put(removed);
      };
    },
  };
}

const viewOf = ({ name, query }: SavedView): SavedView => ({ name, query: queryOf(query) });

/** The one way to write a view: what is no part of it is left out, defaults too. */
export function queryOf(search: string): string {
  const fields = listViewParams(readListView(new URLSearchParams(search)));
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString();
}

export type SavedViews = ReturnType<typeof createSavedViews>;

const stores = new Map<string, SavedViews>();

/** One list for each service. */
export function savedViewsOf(service_host: string): SavedViews {
  const key = `gatehouse.views.${service_host}`;
  const store = stores.get(key) ?? createSavedViews({ key, isSecret: session.containsKey });
  stores.set(key, store);
  return store;
}

export function useSavedViews() {
  const { state, subscribe, save, remove } = savedViewsOf(useConfig().service_host);
  return { views: useSyncExternalStore(subscribe, state), save, remove };
}
