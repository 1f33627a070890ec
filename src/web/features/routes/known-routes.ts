import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { isAddressable } from '#contract/endpoint.ts';
import type { SharedRoute } from '#contract/inventory.ts';
import { lazily } from '#contract/lazily.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { createDeviceValue, type DeviceValueOptions } from '#web/lib/device-storage.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

/** What addresses one route; the wire's own names. */
export interface RouteIds {
  edge_id: string;
  id: string;
}

export const routeKey = ({ edge_id, id }: RouteIds) => JSON.stringify([edge_id, id]);

/** @throws {Error} no `routeKey` made it */
export function routeIdsOf(key: string): RouteIds {
  const [edge_id, id] = z.safeParse(z.array(Id()), JSON.parse(key)).data ?? [];
  if (edge_id === undefined || id === undefined) throw new TypeError('This is no route');
  return { edge_id, id };
}

export const rowId = (route: RouteIds) => `route-${routeKey(route)}`;

export const isSameRoute = (a: RouteIds, b: RouteIds) => a.edge_id === b.edge_id && a.id === b.id;

const includesRoute = (routes: RouteIds[], route: RouteIds) =>
  routes.some((other) => isSameRoute(other, route));

/** Those of `routes` that are not known yet, each once. */
export const newAmong = <Route extends RouteIds>(routes: Route[], known: RouteIds[]) =>
  routes.filter(
    (route, index) => !includesRoute(known, route) && !includesRoute(routes.slice(0, index), route),
  );

const Id = lazily(() => z.string().check(z.refine(isAddressable)));
/** Milliseconds; what a `Date` can hold. */
const Time = lazily(() => z.number().check(z.minimum(0), z.maximum(8.64e15)));

/** What the last read of a route's module showed, and when. */
export const LastCheck = lazily(() =>
  z.union([
    z.object({
      state: z.literal('module'),
      enabled: z.boolean(),
      ip_policy_ids: z.array(z.string()),
      read_at: Time(),
    }),
    z.object({ state: z.enum(['none', 'not-found', 'forbidden', 'failed']), read_at: Time() }),
  ]),
);
export type LastCheck = z.infer<ReturnType<typeof LastCheck>>;

const Former = lazily(() =>
  z.object({ enabled: z.boolean(), ip_policy_ids: z.array(z.string()), at: Time() }),
);
export type Former = z.infer<ReturnType<typeof Former>>;

/** One route as this device keeps it. Every other field of what is read is dropped. */
export const KeptRoute = lazily(() =>
  z.object({
    edge_id: Id(),
    id: Id(),
    /** Given on this device; empty when there is none. */
    label: z.catch(z.string(), ''),
    pinned: z.catch(z.boolean(), false),
    /** Only here for what this device knows about a shared route: not shown once that is no longer shared. */
    from_shared: z.catch(z.boolean(), false),
    opened_at: z.catch(z.optional(Time()), undefined),
    last_check: z.catch(z.optional(LastCheck()), undefined),
    /** What it was when a person last looked, where that differs from the last check and was not changed here. */
    changed_from: z.catch(z.optional(LastCheck()), undefined),
    /** The module that a change made here has removed or replaced, and when: for 30 days. */
    former: z.catch(z.optional(Former()), undefined),
    /** Until when the person wanted enforcement to be off. Nothing happens by itself. */
    off_until: z.catch(z.optional(Time()), undefined),
  }),
);
export type KeptRoute = z.infer<ReturnType<typeof KeptRoute>>;

/** A route that somebody adds. */
export type NewRoute = RouteIds & Pick<KeptRoute, 'label'> & Partial<Pick<KeptRoute, 'pinned'>>;

/** A row of an earlier version: its last check had another name, and so had the ids in it. */
const EarlierRow = lazily(() =>
  z.looseObject({ seen: z.looseObject({ policy_ids: z.optional(z.unknown()) }) }),
);

/** What can be read of a list that was kept on this device or exported from one; the rows that cannot are left out. */
export function readRoutes(content: unknown): KeptRoute[] {
  const rows: unknown[] = Array.isArray(content) ? content : [];
  return rows.flatMap((row) => {
    const { data } = z.safeParse(EarlierRow(), row);
    const last_check = data && { ...data.seen, ip_policy_ids: data.seen.policy_ids };
    return z.safeParse(KeptRoute(), data ? { last_check, ...data } : row).data ?? [];
  });
}

export interface KnownRoute extends KeptRoute {
  /** What people call it: the label of this device, else the operator's, else the id. */
  name: string;
  /** On the operator's list, so everybody has it. */
  shared: boolean;
}

export type Exposure = 'open' | 'protected' | 'trouble' | 'unchecked';

/** Whether traffic is checked, as far as this device knows. What was never read is never protected. */
export function exposureOf(check: LastCheck | undefined): Exposure {
  if (check === undefined) return 'unchecked';
  if (check.state === 'module')
    return check.enabled && check.ip_policy_ids.length > 0 ? 'protected' : 'open';
  return check.state === 'none' ? 'open' : 'trouble';
}

/**
 * Both lists as one: pinned first, then the last opened, then the operator's, then in the order of adding. Each route
 * once: lists that somebody wrote by hand may name one twice.
 */
export function joinRoutes(kept: KeptRoute[], shared: SharedRoute[]): KnownRoute[] {
  const keptByKey = new Map(kept.map((route) => [routeKey(route), route]));
  const routes = new Map<string, KnownRoute>();
  for (const { label, edge_id, id } of shared) {
    const key = routeKey({ edge_id, id });
    const own = keptByKey.get(key) ?? emptyRoute(edge_id, id);
    const name = own.label.trim() || label.trim() || id;
    if (!routes.has(key)) routes.set(key, { ...own, name, shared: true });
  }
  for (const [key, route] of keptByKey) {
    const name = route.label.trim() || route.id;
    if (!routes.has(key) && !route.from_shared) routes.set(key, { ...route, name, shared: false });
  }
  return [...routes.values()].toSorted(
    (a, b) => Number(b.pinned) - Number(a.pinned) || (b.opened_at ?? 0) - (a.opened_at ?? 0),
  );
}

/** What is as it was stays the same object, though each change reads all of them anew: its row is not drawn again. */
function keepSame(before: KnownRoute[], routes: KnownRoute[]): KnownRoute[] {
  const known = new Map(before.map((route) => [JSON.stringify(route), route]));
  return routes.map((route) => known.get(JSON.stringify(route)) ?? route);
}

export const emptyRoute = (edge_id: string, id: string, label = ''): KeptRoute => ({
  edge_id,
  id,
  label,
  pinned: false,
  from_shared: false,
  opened_at: undefined,
  last_check: undefined,
  changed_from: undefined,
  former: undefined,
  off_until: undefined,
});

type RouteFilter = { text?: string; exposure?: Exposure | 'all'; policy?: string };

/**
 * @param filter `text` in any case: part of the name or of an id; `policy`: part of the id of a policy that the module
 *   held at the last check, whether enforced or not
 */
export function filterRoutes(routes: KnownRoute[], filter: RouteFilter): KnownRoute[] {
  const { exposure = 'all' } = filter;
  const text = filter.text?.trim().toLowerCase() ?? '';
  const policy = filter.policy?.trim() ?? '';
  return routes.filter(({ name, edge_id, id, last_check: check }) => {
    const policies = check?.state === 'module' ? check.ip_policy_ids : [];
    return (
      (exposure === 'all' || exposureOf(check) === exposure) &&
      (policy === '' || policies.some((policyId) => policyId.includes(policy))) &&
      [name, edge_id, id].some((part) => part.toLowerCase().includes(text))
    );
  });
}

type KnownRoutesOptions = Omit<DeviceValueOptions<KeptRoute[]>, 'read'>;

/** The list of routes on this device, as a store outside React. It never fails: an unreadable row is left out. */
export function createKnownRoutes(options: KnownRoutesOptions) {
  const kept = createDeviceValue({ ...options, read: readRoutes });
  let shared: SharedRoute[] = [];
  /** `saved` is false when the browser did not take the list: it then lasts as long as the page. */
  const state = (before: KnownRoute[] = []) => ({
    routes: keepSame(before, joinRoutes(kept.get(), shared)),
    saved: kept.isSaved(),
  });
  const { get, set, subscribe } = createStore(state());
  const publish = () => set(state(get().routes));
  kept.subscribe(publish);

  const isKnown = (route: RouteIds) => includesRoute(get().routes, route);

  /** Edits one route; a shared one gets its place on this device with the first edit. */
  function setFields(route: RouteIds, fields: Partial<KeptRoute>) {
    const from_shared = includesRoute(shared, route);
    kept.change((routes) => {
      const place = includesRoute(routes, route)
        ? routes
        : [...routes, { ...emptyRoute(route.edge_id, route.id), from_shared }];
      return place.map((other) => (isSameRoute(other, route) ? { ...other, ...fields } : other));
    });
  }

  return {
    get,
    subscribe,

    /** What everybody calls it; `undefined`: it is not shared. */
    sharedLabel: (route: RouteIds) => shared.find((other) => isSameRoute(other, route))?.label,

    /** Takes the operator's list in place of the one before. It is in memory only: it was read with a key. */
    share(routes: SharedRoute[]) {
      shared = routes;
      publish();
    },

    /** @returns how many were new; the others, repeats included, stay as they are */
    add(routes: NewRoute[]): number {
      const fresh = newAmong(routes, get().routes);
      if (fresh.length === 0) return 0;
      kept.change((known) => [
        ...known.filter((route) => !includesRoute(fresh, route)),
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
    recordCheck(route: RouteIds, last_check: LastCheck, _options?: { mine?: boolean }) {
      if (isKnown(route)) setFields(route, { last_check });
    },
    /** A module that a change made here has removed or replaced; `undefined`: it is not needed any more. */
    keepFormer: (route: RouteIds, former: Former | undefined) => setFields(route, { former }),
    /** @param off_until milliseconds since 1970; `undefined`: no end, or on again */
    setOffUntil: (route: RouteIds, off_until: number | undefined) =>
      setFields(route, { off_until }),
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
