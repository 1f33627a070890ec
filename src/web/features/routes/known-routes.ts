import * as z from 'zod/mini';
import { useSyncExternalStore } from 'react';
import type { SharedRoute } from '#contract/inventory.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { session } from '#web/session/session.ts';
import {
  emptyRoute,
  isSameRoute,
  joinRoutes,
  KeptRoute,
  type KnownRoute,
  type LastCheck,
  type NewRoute,
  type RouteIds,
} from '#web/features/routes/known-route.ts';
import { createStore } from '#web/lib/emitter.ts';

export interface KnownRoutesOptions {
  /** A browser may refuse storage by throwing when it is asked for, read or written. */
  storage: () => Storage;
  key: string;
  /** Tells what other tabs of this browser wrote. */
  tabs: Pick<Window, 'addEventListener'>;
}

export interface KnownRoutesState {
  routes: KnownRoute[];
  /** False when the browser did not take the list: it then lasts as long as the tab. */
  saved: boolean;
}

/** The list of routes on this device, as a store outside React. It never fails: an unreadable row is left out. */
export function createKnownRoutes({ storage, key, tabs }: KnownRoutesOptions) {
  let kept: KeptRoute[] = [];
  let shared: SharedRoute[] = [];
  let saved = true;
  const { get, set, subscribe } = createStore<KnownRoutesState>({ routes: [], saved });

  function load(): KeptRoute[] {
    if (!saved) return kept;
    try {
      const rows: unknown = JSON.parse(storage().getItem(key) ?? '[]');
      if (!Array.isArray(rows)) return [];
      return rows.map((row) => z.safeParse(KeptRoute, row)).flatMap((row) => row.data ?? []);
    } catch (error) {
      return error instanceof SyntaxError ? [] : kept;
    }
  }

  function publish(next: KeptRoute[]) {
    kept = next;
    set({ routes: joinRoutes(kept, shared), saved });
  }

  /** Reads before it writes: another tab may have added a route since. */
  function change(next: (routes: KeptRoute[]) => KeptRoute[]) {
    const routes = next(load());
    try {
      storage().setItem(key, JSON.stringify(routes));
      saved = true;
    } catch {
      saved = false;
    }
    publish(routes);
  }

  const isKnown = (route: RouteIds) => get().routes.some((known) => isSameRoute(known, route));

  /** Edits one route; a shared one gets its place on this device with the first edit. */
  function setFields(route: RouteIds, fields: Partial<KeptRoute>) {
    const from_shared = shared.some((other) => isSameRoute(other, route));
    change((routes) => {
      const place = routes.some((other) => isSameRoute(other, route))
        ? routes
        : [...routes, { ...emptyRoute(route.edge_id, route.id), from_shared }];
      return place.map((other) => (isSameRoute(other, route) ? { ...other, ...fields } : other));
    });
  }

  tabs.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) publish(load());
  });
  publish(load());

  return {
    get,
    subscribe,

    /** Takes the operator's list in place of the one before. It is in memory only: it was read with a key. */
    share(routes: SharedRoute[]) {
      shared = routes;
      publish(kept);
    },

    /** @returns how many were new; the others, repeats included, stay as they are */
    add(routes: NewRoute[]): number {
      const fresh = routes.filter(
        (route, index) =>
          !isKnown(route) && routes.findIndex((other) => isSameRoute(other, route)) === index,
      );
      if (fresh.length === 0) return 0;
      change((known) => [
        ...known.filter((route) => !fresh.some((other) => isSameRoute(other, route))),
        ...fresh.map(({ edge_id, id, label, pinned = false }) => ({
          ...emptyRoute(edge_id, id, label),
          pinned,
        })),
      ]);
      return fresh.length;
    },

    /** The editor of a route that exists was opened: from now on it is known. */
    open: (route: RouteIds, last_check: LastCheck) =>
      setFields(route, { opened_at: Date.now(), last_check }),
    /** Does nothing for a route that is not on the list. */
    recordCheck(route: RouteIds, last_check: LastCheck) {
      if (isKnown(route)) setFields(route, { last_check });
    },
    rename: (route: RouteIds, label: string) => setFields(route, { label }),
    pin: (route: RouteIds, pinned: boolean) => setFields(route, { pinned }),
    /** @returns what puts it back where it was */
    remove(route: RouteIds): () => void {
      const index = kept.findIndex((other) => isSameRoute(other, route));
      const removed = kept[index];
      change((routes) => routes.filter((other) => !isSameRoute(other, route)));
      return () => {
        if (removed !== undefined && !isKnown(route))
          change((routes) => routes.toSpliced(index, 0, removed));
      };
    },
  };
}

export type KnownRoutes = ReturnType<typeof createKnownRoutes>;

let store: KnownRoutes | undefined;

/** Made at its first use: the configuration is there by then. One list for each service. */
export function knownRoutes(): KnownRoutes {
  store ??= createKnownRoutes({
    storage: () => localStorage,
    key: `gatehouse.routes.${runtimeConfig().service_host}`,
    tabs: window,
  });
  return store;
}

// The operator's list must not outlive the session that it was read in.
session.onEnd(() => store?.share([]));

export const useKnownRoutes = () =>
  useSyncExternalStore(knownRoutes().subscribe, knownRoutes().get);
