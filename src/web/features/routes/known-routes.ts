import * as z from 'zod/mini';
import { useSyncExternalStore } from 'react';
import type { SharedRoute } from '#contract/inventory.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { session } from '#web/session/session.ts';
import {
  emptyRoute,
  joinRoutes,
  KeptRoute,
  type KnownRoute,
  type Seen,
} from '#web/features/routes/known-route.ts';
import {
  isSameRoute,
  type AddressedRoute,
  type RouteIds,
} from '#web/features/routes/route-address.ts';

export interface KnownRoutesOptions {
  /** A browser may refuse storage by throwing when it is asked for, read or written. */
  storage: () => Storage;
  key: string;
  /** Tells what other tabs of this browser wrote. */
  tabs: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

export interface KnownRoutesState {
  routes: KnownRoute[];
  /** False when the browser did not take the list: it then lasts as long as the tab. */
  saved: boolean;
}

/** The list of routes on this device, as a store outside React. It never fails: an unreadable row is left out. */
export function createKnownRoutes({ storage, key, tabs }: KnownRoutesOptions) {
  const listeners = new Set<() => void>();
  let kept: KeptRoute[] = [];
  let shared: SharedRoute[] = [];
  let saved = true;
  let state: KnownRoutesState;
  publish(load());

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
    state = { routes: joinRoutes(kept, shared), saved };
    for (const listener of listeners) listener();
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

  const isKnown = (route: RouteIds) => state.routes.some((known) => isSameRoute(known, route));

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

  function otherTabWrote(event: StorageEvent) {
    if (event.key === key || event.key === null) publish(load());
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      if (listeners.size === 0) {
        tabs.addEventListener('storage', otherTabWrote);
        publish(load());
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) tabs.removeEventListener('storage', otherTabWrote);
      };
    },

    /** Takes the operator's list in place of the one before. It is in memory only: it was read with a key. */
    share(routes: SharedRoute[]) {
      shared = routes;
      publish(kept);
    },

    /** @returns how many were new; the others, repeats included, stay as they are */
    add(routes: Array<AddressedRoute & { pinned?: boolean }>): number {
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
    open: (route: RouteIds, seen: Seen) => setFields(route, { opened_at: Date.now(), seen }),
    /** Does nothing for a route that is not on the list. */
    saw(route: RouteIds, seen: Seen) {
      if (isKnown(route)) setFields(route, { seen });
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
  useSyncExternalStore(knownRoutes().subscribe, knownRoutes().state);
