import * as z from 'zod/mini';
import { useSyncExternalStore } from 'react';
import { useConfig } from '#web/api/config.ts';
import { session } from '#web/session/session.ts';
import { listViewParams, readListView } from '#web/features/bot-users/view/list-view.ts';
import { createDeviceValue, type TextStorage } from '#web/lib/device-storage.ts';

const VIEWS_MAX = 50;
/** Characters as people count them. */
const NAME_MAX = 80;
const QUERY_MAX = 2000;

/** A name for an address of the list: the query of it, with no question mark. */
const SavedView = z.object({
  name: z.string().check(
    z.trim(),
    z.minLength(1, 'Enter a name'),
    z.refine(
      (name) => Array.from(name).length <= NAME_MAX,
      `Name must be ${NAME_MAX} characters or fewer`,
    ),
  ),
  query: z.string().check(z.maxLength(QUERY_MAX, 'The filter is too long to be kept')),
});
export type SavedView = z.output<typeof SavedView>;

type SavedViewsOptions = {
  key: string;
  storage?: TextStorage;
  tabs?: Pick<Window, 'addEventListener'>;
  /** Whether a text must not be kept. */
  isSecret: (text: string) => boolean;
};

/** The views of one service, by name; they stay on this device. */
export function createSavedViews({ isSecret, ...options }: SavedViewsOptions) {
  const hasSecret = ({ name, query }: SavedView) =>
    [name, query, ...new URLSearchParams(query).values()].some(isSecret);

  const views = createDeviceValue<readonly SavedView[]>({ ...options, read });

  /** Keeps the first of a name; leaves out what is no view, and what may not be kept any more. */
  function read(content: unknown): SavedView[] {
    const rows = Array.isArray(content) ? content.map((row) => z.safeParse(SavedView, row)) : [];
    const named = new Map<string, SavedView>();
    for (const { data } of rows)
      if (data && !named.has(data.name) && !hasSecret(data))
        named.set(data.name, { name: data.name, query: queryOf(data.query) });
    return [...named.values()].slice(0, VIEWS_MAX);
  }

  const find = (name: string) => views.get().find((view) => view.name === name);
  const put = (view: SavedView) =>
    views.change((before) => {
      const named = new Map([...before, view].map((each) => [each.name, each]));
      return [...named.values()].slice(0, VIEWS_MAX);
    });
  const drop = (name: string) =>
    views.change((before) => before.filter((view) => view.name !== name));

  function problemOf(view: SavedView): string | undefined {
    const { error } = z.safeParse(SavedView, view);
    if (error) return error.issues[0]?.message;
    if (hasSecret(view)) return 'This holds your API key. It is not kept.';
    if (find(view.name) === undefined && views.get().length >= VIEWS_MAX)
      return `No more than ${VIEWS_MAX} views are kept. Remove one first.`;
    return undefined;
  }

  return {
    state: views.get,
    subscribe: views.subscribe,
    /** In place of one of the same name. */
    save(name: string, query: string) {
      const view = { name: name.trim(), query };
      const problem = problemOf(view);
      if (problem !== undefined) return { problem };
      const before = find(view.name);
      put(view);
      return { undo: () => (before ? put(before) : drop(view.name)) };
    },
    /** @returns what puts it back */
    remove(name: string): () => void {
      const removed = find(name);
      drop(name);
      return () => {
        if (removed && find(name) === undefined) put(removed);
      };
    },
    /** A text that was harmless may hold the key of a later session. */
    removeSecrets() {
      // Reading leaves them out.
      if (views.get().some(hasSecret)) views.change((before) => before);
    },
  };
}

/** The one way to write a view: what is no part of it is left out, defaults too. */
export function queryOf(search: string): string {
  const fields = listViewParams(readListView(new URLSearchParams(search)));
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString();
}

const stores = new Map<string, ReturnType<typeof createSavedViews>>();

/** One list for each service. */
export function savedViewsOf(service_host: string) {
  const key = `gatehouse.views.${service_host}`;
  const kept = stores.get(key);
  if (kept) return kept;
  const store = createSavedViews({ key, isSecret: session.containsKey });
  session.subscribe(store.removeSecrets);
  stores.set(key, store);
  return store;
}

export function useSavedViews() {
  const { state, subscribe, save, remove } = savedViewsOf(useConfig().service_host);
  return { views: useSyncExternalStore(subscribe, state), save, remove };
}
