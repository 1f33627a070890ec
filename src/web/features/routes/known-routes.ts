import { useSyncExternalStore } from 'react';
import { isAddressable } from '#contract/endpoint.ts';
import type { SharedRoute } from '#contract/inventory.ts';
import { runtimeConfig } from '#web/api/config.ts';
import {
  afterCheck,
  emptyRoute,
  readStored,
  routeKey,
  type Former,
  type LastCheck,
  type RouteIds,
  type StoredRoute,
} from '#web/features/routes/stored-route.ts';
import { deviceStorage, readJson, type TextStorage } from '#web/lib/device-storage.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

/** `name`: the label of this device, else the operator's, else the id. */
export type KnownRoute = StoredRoute & { name: string; shared: boolean };
export type NewRoute = RouteIds & { label: string; pinned?: boolean };

/** Of many checks the first is written at once, the others together. */
const WRITE_EVERY_MS = 250;

type Edit = (route: StoredRoute) => Partial<StoredRoute> | null;
type Edits = ReadonlyMap<string, Edit>;

/** The list of routes on this device, joined with the shared one: the API has none. Each service has its own. */
export function createKnownRoutes(name: string, storage: TextStorage = deviceStorage) {
  let text: string | null | undefined;
  let stored: readonly StoredRoute[] = [];
  let shared = new Map<string, SharedRoute>();
  let isSaved = true;
  let waiting: Array<[string, Edit]> = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = createStore(join(new Map()));

  function load() {
    const now = storage.getItem(name);
    if (now === text) return;
    text = now;
    stored = readStored(readJson(storage, name));
  }

  /** A route that is as before stays the same object, so that its row is not drawn again. */
  function join(before: ReadonlyMap<string, KnownRoute>) {
    load();
    const own = new Map(stored.map((route) => [routeKey(route), route]));
    const keys = [...shared.keys(), ...own.keys()];
    const routes = [...new Set(keys)].flatMap((key) => {
      const operators = shared.get(key);
      const route = own.get(key) ?? emptyRoute(key);
      if (!operators && route.from_shared) return [];
      const label = route.label.trim() || operators?.label.trim() || route.id;
      const joined: KnownRoute = { ...route, name: label, shared: operators !== undefined };
      const known = before.get(key);
      return [known && JSON.stringify(known) === JSON.stringify(joined) ? known : joined];
    });
    const sorted = routes.toSorted(
      (a, b) => Number(b.pinned) - Number(a.pinned) || (b.opened_at ?? 0) - (a.opened_at ?? 0),
    );
    const byKey = new Map(sorted.map((route) => [routeKey(route), route]));
    return { routes: sorted as readonly KnownRoute[], byKey, isSaved };
  }
  const publish = () => store.set(join(store.get().byKey));

  /** Another tab may have changed the list: it is read before it is written. @param adds also what is not on it */
  function change(edits: Edits, adds = false) {
    load();
    const rows = new Map(stored.map((route) => [routeKey(route), route]));
    const notes = waiting;
    waiting = [];
    const apply = (key: string, edit: Edit, isNew: boolean) => {
      const route = rows.get(key) ?? (isNew || shared.has(key) ? emptyRoute(key) : undefined);
      const fields = route && edit(route);
      if (fields === null) rows.delete(key);
      else if (route) rows.set(key, { ...route, ...fields });
    };
    for (const [key, edit] of notes) apply(key, edit, false);
    for (const [key, edit] of edits) apply(key, edit, adds);
    stored = [...rows.values()];
    text = JSON.stringify(stored);
    isSaved = storage.setItem(name, text) !== false;
    publish();
  }

  const edit = (route: RouteIds, fields: Edit) => change(new Map([[routeKey(route), fields]]));

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    change(new Map());
    timer = setTimeout(flush, WRITE_EVERY_MS);
  }
  window.addEventListener('pagehide', flush);
  window.addEventListener('storage', ({ key }) => {
    if (key === name || key === null) publish();
  });

  return {
    ...store,
    flush,
    find: (route: RouteIds) => store.get().byKey.get(routeKey(route)),
    sharedLabel: (route: RouteIds) => shared.get(routeKey(route))?.label,

    /** The operator's list. It stays in memory, for it was read with a key. */
    share(routes: readonly SharedRoute[]) {
      // A list that somebody wrote by hand may name a route twice: the first counts.
      const addressable = routes.filter(({ edge_id, id }) => [edge_id, id].every(isAddressable));
      shared = new Map(addressable.toReversed().map((route) => [routeKey(route), route]));
      publish();
    },

    /** Adds those that are new and gives a label to those that are known. @returns takes both back */
    add(routes: readonly NewRoute[]): () => void {
      const before = new Map(routes.map((route) => [routeKey(route), this.find(route)]));
      const edits = routes.map(({ label, pinned = false, ...ids }): [string, Edit] => {
        const known = before.get(routeKey(ids));
        return [routeKey(ids), () => (known ? { label } : { label, pinned, from_shared: false })];
      });
      change(new Map(edits), true);
      const back = [...before].map(([key, known]): [string, Edit] => [
        key,
        () => (known && { label: known.label }) || null,
      ]);
      return () => change(new Map(back));
    },

    /** The page of a route that exists was opened: it is known from now on, and its state was seen. */
    open: (route: RouteIds, check: LastCheck) =>
      change(
        new Map([
          [
            routeKey(route),
            (before) => ({
              ...afterCheck(before, check, true),
              opened_at: Date.now(),
              from_shared: before.from_shared && shared.has(routeKey(route)),
            }),
          ],
        ]),
        true,
      ),

    /** @param isOwn the state is as a change made here has left it */
    recordCheck(route: RouteIds, check: LastCheck, isOwn = false) {
      waiting.push([routeKey(route), (before) => afterCheck(before, check, isOwn)]);
      if (timer === undefined) flush();
    },

    /** @returns marks them again */
    markSeen(): () => void {
      const changed = store.get().routes.filter(({ changed_from }) => changed_from);
      const marks = (isSeen: boolean) =>
        changed.map((route): [string, Edit] => [
          routeKey(route),
          () => ({ changed_from: isSeen ? undefined : route.changed_from }),
        ]);
      change(new Map(marks(true)));
      return () => change(new Map(marks(false)));
    },

    /** @param former `undefined`: it is not needed any more */
    keepFormer: (route: RouteIds, former: Former | undefined) => edit(route, () => ({ former })),
    rename: (route: RouteIds, label: string) => edit(route, () => ({ label })),
    pin: (route: RouteIds, pinned: boolean) => edit(route, () => ({ pinned })),
    /** @returns puts it back */
    remove(route: RouteIds): () => void {
      flush();
      const removed = stored.find((other) => routeKey(other) === routeKey(route));
      edit(route, () => null);
      return () => removed && change(new Map([[routeKey(route), () => removed]]), true);
    },
  };
}

let opened: ReturnType<typeof createKnownRoutes> | undefined;

/** Made at its first use: the configuration is there by then. */
export const knownRoutes = () =>
  (opened ??= createKnownRoutes(`gatehouse.routes.${runtimeConfig().service_host}`));

// The operator's list must not outlive the session that it was read in.
session.onEnd(() => {
  opened?.flush();
  opened?.share([]);
});

export const useKnownRoutes = () =>
  useSyncExternalStore(knownRoutes().subscribe, knownRoutes().get);
