import { useSyncExternalStore } from 'react';
import type { SharedRoute } from '#contract/inventory.ts';
import { runtimeConfig } from '#web/api/config.ts';
import {
  afterCheck,
  emptyRoute,
  type Former,
  isSameRoute,
  type KeptRoute,
  type LastCheck,
  type NewRoute,
  readKept,
  type RouteIds,
  routeKey,
} from '#web/features/routes/kept-route.ts';
import { isEqual, joinRoutes, type KnownRoute } from '#web/features/routes/join-routes.ts';
import { createDeviceValue, type DeviceValueOptions } from '#web/lib/device-storage.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

export const rowId = (route: RouteIds) => `route-${routeKey(route)}`;

/** Many checks come at once: after the first few they are written together, not more often than this. */
const WRITE_MS = 250;
const WRITES_AT_ONCE = 3;

interface KnownRoutesState {
  routes: readonly KnownRoute[];
  /** By `routeKey`. */
  byKey: ReadonlyMap<string, KnownRoute>;
  /** False when the browser did not take the list: it then lasts as long as the page. */
  saved: boolean;
}

interface AddedRoutes {
  /** How many were new. */
  added: number;
  /** How many have got another label. */
  relabelled: number;
  /** Takes the new ones away and gives the others their labels back. */
  undo: () => void;
}

type Edit = (before: KeptRoute) => Partial<KeptRoute>;

type KnownRoutesOptions = Omit<DeviceValueOptions<readonly KeptRoute[]>, 'read'>;

/** The list of routes on this device, as a store outside React. It never fails: an unreadable row is left out. */
export function createKnownRoutes(options: KnownRoutesOptions) {
  /** What was read or written last: to check each row again would be dear with thousands of them. */
  let last: { text: string; routes: readonly KeptRoute[] } = { text: '[]', routes: [] };
  const remember = (content: unknown, routes: readonly KeptRoute[]) =>
    (last = { text: JSON.stringify(content), routes });
  const onDevice = createDeviceValue<readonly KeptRoute[]>({
    ...options,
    read: (content = []) =>
      (JSON.stringify(content) === last.text ? last : remember(content, readKept(content))).routes,
  });
  let shared: readonly SharedRoute[] = [];
  let sharedByKey: ReadonlyMap<string, SharedRoute> = new Map();

  /** What is as it was stays the same object: its row is not drawn again. */
  function state(before?: KnownRoutesState): KnownRoutesState {
    const routes = joinRoutes(onDevice.get(), shared).map((route) => {
      const known = before?.byKey.get(routeKey(route));
      return known !== undefined && isEqual(known, route) ? known : route;
    });
    const byKey = new Map(routes.map((route) => [routeKey(route), route]));
    return { routes, byKey, saved: onDevice.isSaved() };
  }
  const { get, set, subscribe } = createStore(state());
  const publish = () => set(state(get()));
  onDevice.subscribe(publish);

  const isKnown = (route: RouteIds) => get().byKey.has(routeKey(route));

  /** Edits that are still to be written, in the order in which they came. */
  let waiting: Array<{ key: string; edit: Edit }> = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Writes of edits that the next one counts with; each is forgotten after a while. */
  let recent = 0;

  /** Notes something of a route on the list. Of many at once all but the first few are written a moment later. */
  function note(route: RouteIds, edit: Edit) {
    if (!isKnown(route)) return;
    waiting.push({ key: routeKey(route), edit });
    writeWaiting();
  }
  /** Writes the edits that came since the last time; a few at once, many together. */
  function writeWaiting() {
    if (waiting.length === 0 || recent >= WRITES_AT_ONCE) return;
    recent += 1;
    change((routes) => routes);
    timer ??= setTimeout(forgetOne, WRITE_MS);
  }
  function forgetOne() {
    timer = undefined;
    recent -= 1;
    writeWaiting();
    if (recent > 0) timer ??= setTimeout(forgetOne, WRITE_MS);
  }
  /** Without waiting. */
  function flush() {
    clearTimeout(timer);
    timer = undefined;
    recent = 0;
    if (waiting.length > 0) change((routes) => routes);
  }
  (options.tabs ?? window).addEventListener('pagehide', flush);

  /** Every change of the list: what came before it and waits comes first. */
  function change(next: (routes: readonly KeptRoute[]) => readonly KeptRoute[]) {
    const edits = waiting;
    waiting = [];
    onDevice.change((before) => {
      const routes = next(edited(before, edits));
      remember(routes, routes);
      return routes;
    });
  }

  function edited(routes: readonly KeptRoute[], edits: typeof waiting) {
    if (edits.length === 0) return routes;
    const byKey = new Map(routes.map((route) => [routeKey(route), route]));
    for (const { key, edit } of edits) {
      // Off the list since, in this tab or another.
      const route = byKey.get(key) ?? placeOf(sharedByKey.get(key));
      if (route) byKey.set(key, { ...route, ...edit(route) });
    }
    return [...byKey.values()];
  }

  /** Edits one route; a shared one gets its place on this device with the first edit. */
  function setFields(route: RouteIds, fields: Edit) {
    const { edge_id, id } = route;
    const from_shared = sharedByKey.has(routeKey(route));
    change((routes) => {
      const index = routes.findIndex((other) => isSameRoute(other, route));
      const before = routes[index] ?? { ...emptyRoute(edge_id, id), from_shared };
      const after = { ...before, ...fields(before) };
      return index === -1 ? [...routes, after] : routes.with(index, after);
    });
  }

  return {
    get,
    subscribe,
    flush,

    find: (route: RouteIds): KnownRoute | undefined => get().byKey.get(routeKey(route)),

    /** What everybody calls it; `undefined`: it is not shared. */
    sharedLabel: (route: RouteIds) => sharedByKey.get(routeKey(route))?.label,

    /** Takes the operator's list in place of the one before. It is in memory only: it was read with a key. */
    share(routes: readonly SharedRoute[]) {
      shared = routes;
      // The first of two with the same ids, as in the list.
      sharedByKey = new Map(routes.toReversed().map((route) => [routeKey(route), route]));
      publish();
    },

    /**
     * @param routes those that are known already, repeats included, stay as they are
     * @param relabel known ones that get the label given here
     */
    add(routes: readonly NewRoute[], relabel: readonly NewRoute[] = []): AddedRoutes {
      const fresh = new Map<string, KeptRoute>();
      for (const route of routes) {
        const { edge_id, id, label, pinned = false } = route;
        const key = routeKey(route);
        if (!isKnown(route) && !fresh.has(key))
          fresh.set(key, { ...emptyRoute(edge_id, id), label, pinned });
      }
      const labels = new Map<string, string>();
      const before = new Map<string, string>();
      for (const route of relabel) {
        const known = get().byKey.get(routeKey(route));
        if (known === undefined || known.label === route.label) continue;
        labels.set(routeKey(route), route.label);
        before.set(routeKey(route), known.label);
      }
      const counts = { added: fresh.size, relabelled: labels.size };
      if (fresh.size + labels.size === 0) return { ...counts, undo: () => {} };

      /** Notes of routes that were shared once: with the new ones gone they are what is left. */
      let covered: readonly KeptRoute[] = [];
      change((known) => {
        covered = known.filter((route) => fresh.has(routeKey(route)));
        const others = known.filter((route) => !fresh.has(routeKey(route)));
        return [...withLabels(others, labels), ...fresh.values()];
      });
      return {
        ...counts,
        undo: () =>
          change((known) => [
            ...withLabels(
              known.filter((route) => !fresh.has(routeKey(route))),
              before,
            ),
            ...covered,
          ]),
      };

      /** A shared route gets its place on this device with its label. */
      function withLabels(places: readonly KeptRoute[], byKey: ReadonlyMap<string, string>) {
        if (byKey.size === 0) return places;
        const rows = new Map(places.map((route) => [routeKey(route), route]));
        for (const [key, label] of byKey) {
          const route = rows.get(key) ?? placeOf(sharedByKey.get(key));
          if (route) rows.set(key, { ...route, label });
        }
        return [...rows.values()];
      }
    },

    /** The editor of a route that exists was opened: from now on it is known, and what has changed was seen. */
    open: (route: RouteIds, last_check: LastCheck) =>
      setFields(route, (before) => ({
        ...afterCheck(before, last_check, true),
        opened_at: Date.now(),
      })),

    /** @param options `mine`: the module is as a change made here has left it */
    recordCheck: (route: RouteIds, check: LastCheck, { mine: isMine = false } = {}) =>
      note(route, (before) => afterCheck(before, check, isMine)),

    /** @returns marks them again */
    markSeen(): () => void {
      const marked = new Map<string, LastCheck | undefined>();
      change((routes) =>
        routes.map((route) => {
          if (route.changed_from === undefined) return route;
          marked.set(routeKey(route), route.changed_from);
          return { ...route, changed_from: undefined };
        }),
      );
      return () =>
        change((routes) =>
          routes.map((route) => {
            const changed_from = marked.get(routeKey(route));
            return changed_from === undefined ? route : { ...route, changed_from };
          }),
        );
    },

    /** A module that a change made here has removed or replaced; `undefined`: it is not needed any more. */
    keepFormer: (route: RouteIds, former: Former | undefined) =>
      setFields(route, () => ({ former })),
    /** @param off_until milliseconds since 1970; `undefined`: no end, or on again */
    setOffUntil: (route: RouteIds, off_until: number | undefined) =>
      setFields(route, () => ({ off_until })),
    rename: (route: RouteIds, label: string) => setFields(route, () => ({ label })),
    pin: (route: RouteIds, pinned: boolean) => setFields(route, () => ({ pinned })),
    /** @returns what puts it back where it was */
    remove(route: RouteIds): () => void {
      flush();
      const index = onDevice.get().findIndex((other) => isSameRoute(other, route));
      const removed = onDevice.get()[index];
      change((routes) => routes.filter((other) => !isSameRoute(other, route)));
      return () => {
        if (removed !== undefined && !isKnown(route))
          change((routes) => routes.toSpliced(index, 0, removed));
      };
    },
  };
}

/** On this device, what is only noted of a shared route. */
const placeOf = (route: SharedRoute | undefined) =>
  route && { ...emptyRoute(route.edge_id, route.id), from_shared: true };

let store: ReturnType<typeof createKnownRoutes> | undefined;

/** Made at its first use: the configuration is there by then. One list for each service. */
export const knownRoutes = () =>
  (store ??= createKnownRoutes({ key: `gatehouse.routes.${runtimeConfig().service_host}` }));

// The operator's list must not outlive the session that it was read in.
session.onEnd(() => {
  store?.flush();
  store?.share([]);
});

export const useKnownRoutes = () =>
  useSyncExternalStore(knownRoutes().subscribe, knownRoutes().get);
