import { useSyncExternalStore } from 'react';
import type { SharedRoute } from '#contract/inventory.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { session } from '#web/session/session.ts';
import {
  emptyRoute,
  isSameRoute,
  joinRoutes,
  readRoutes,
  type KeptRoute,
  type KnownRoute,
  type LastCheck,
  type NewRoute,
  type RouteIds,
} from '#web/features/routes/known-route.ts';
import { createDeviceValue, type DeviceValueOptions } from '#web/lib/device-storage.ts';
import { createStore } from '#web/lib/emitter.ts';

export interface KnownRoutesState {
  routes: KnownRoute[];
  /** False when the browser did not take the list: it then lasts as long as the page. */
  saved: boolean;
}

type KnownRoutesOptions = Pick<DeviceValueOptions<KeptRoute[]>, 'key' | 'storage' | 'tabs'>;

/** The list of routes on this device, as a store outside React. It never fails: an unreadable row is left out. */
export function createKnownRoutes(options: KnownRoutesOptions) {
  const kept = createDeviceValue({ ...options, read: readRoutes });
  let shared: SharedRoute[] = [];
  const { get, set, subscribe } = createStore<KnownRoutesState>({ routes: [], saved: true });
  const publish = () => set({ routes: joinRoutes(kept.get(), shared), saved: kept.isSaved() });
  publish();
  kept.subscribe(publish);

  const isKnown = (route: RouteIds) => get().routes.some((known) => isSameRoute(known, route));

  /** Edits one route; a shared one gets its place on this device with the first edit. */
  function setFields(route: RouteIds, fields: Partial<KeptRoute>) {
    const from_shared = shared.some((other) => isSameRoute(other, route));
    kept.change((routes) => {
      const place = routes.some((other) => isSameRoute(other, route))
        ? routes
        : [...routes, { ...emptyRoute(route.edge_id, route.id), from_shared }];
      return place.map((other) => (isSameRoute(other, route) ? { ...other, ...fields } : other));
    });
  }

  return {
    get,
    subscribe,

    /** Takes the operator's list in place of the one before. It is in memory only: it was read with a key. */
    share(routes: SharedRoute[]) {
      shared = routes;
      publish();
    },

    /** @returns how many were new; the others, repeats included, stay as they are */
    add(routes: NewRoute[]): number {
      const fresh = routes.filter(
        (route, index) =>
          !isKnown(route) && routes.findIndex((other) => isSameRoute(other, route)) === index,
      );
      if (fresh.length === 0) return 0;
      kept.change((known) => [
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
      const index = kept.get().findIndex((other) => isSameRoute(other, route));
      const removed = kept.get()[index];
      kept.change((routes) => routes.filter((other) => !isSameRoute(other, route)));
      return () => {
        if (removed !== undefined && !isKnown(route))
          kept.change((routes) => routes.toSpliced(index, 0, removed));
      };
    },
  };
}

let store: ReturnType<typeof createKnownRoutes> | undefined;

/** Made at its first use: the configuration is there by then. One list for each service. */
export const knownRoutes = () =>
  (store ??= createKnownRoutes({ key: `gatehouse.routes.${runtimeConfig().service_host}` }));

// The operator's list must not outlive the session that it was read in.
session.onEnd(() => store?.share([]));

export const useKnownRoutes = () =>
  useSyncExternalStore(knownRoutes().subscribe, knownRoutes().get);
