import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { RouteIds, routeIdsOf, routeKey } from '#bulk/route-ids.ts';
import { inventoryEndpoints, type SharedRoute } from '#contract/inventory.ts';
import { callInventory } from '#web/api/call.ts';
import { hasInventory, runtimeConfig } from '#web/api/config.ts';
import { createDeviceValue, deviceStorage, type TextStorage } from '#web/lib/device-storage.ts';
import { createStore } from '#web/lib/store.ts';
import { session } from '#web/session/session.ts';
import { labelsOf, nameOf } from '#web/ui/safe-line.ts';

/** Milliseconds; what a `Date` can hold. */
const Time = z.number().check(z.minimum(0), z.maximum(8.64e15));
const PolicyIds = z.array(z.string());

/** What the last read of a route has shown. */
const LastCheck = z.object({
  state: z.enum(['on', 'off', 'none', 'not-found', 'forbidden', 'failed']),
  ip_policy_ids: PolicyIds,
  read_at: Time,
});
export type LastCheck = z.infer<typeof LastCheck>;

const FORMER_KEPT_MS = 30 * 24 * 3_600_000;

/** An IP restriction that a change made here has removed or replaced. */
const Former = z
  .object({ enabled: z.boolean(), ip_policy_ids: PolicyIds, at: Time })
  .check(z.refine(({ at }) => at > Date.now() - FORMER_KEPT_MS));
export type Former = z.infer<typeof Former>;

/** One route as this device stores it. A field that cannot be read is left out. */
const StoredRoute = z.extend(RouteIds, {
  /** Given on this device; may be empty. */
  label: z.catch(z.string(), ''),
  pinned: z.catch(z.boolean(), false),
  /** Only stored for what this device knows about a shared route: not shown once that is no longer shared. */
  from_shared: z.catch(z.boolean(), false),
  last_check: z.catch(z.optional(LastCheck), undefined),
  former: z.catch(z.optional(Former), undefined),
});
type StoredRoute = z.infer<typeof StoredRoute>;

/** What is known of a shared route before this device has stored anything of it. */
const emptyRoute = (key: string): StoredRoute =>
  z.parse(StoredRoute, { ...routeIdsOf(key), from_shared: true });

/** Another app of this origin may have written anything: what is no route is left out. */
const readStored = (content: unknown): StoredRoute[] =>
  (Array.isArray(content) ? content : []).flatMap(
    (row) => z.safeParse(StoredRoute, row).data ?? [],
  );

export type KnownRoute = StoredRoute & {
  /** The label of this device, else the operator's, else the id. */
  name: string;
  /** The name as it is shown, told from others that look the same. */
  called: string;
  shared: boolean;
};
export type NewRoute = RouteIds & { label: string };

/** The first of many checks is written at once, the others together after this time. */
const WRITE_EVERY_MS = 250;

type Edit = {
  key: string;
  /** `null` takes the route off the list. */
  fields: Partial<StoredRoute> | null;
  /** Also a route that is not on the list: this puts it there. */
  adds?: boolean;
};

/** The list of routes on this device, joined with the shared one: the API has none. Each service has its own. */
export function createKnownRoutes(key: string, storage: TextStorage = deviceStorage) {
  const stored = createDeviceValue(key, readStored, storage);
  let shared = new Map<string, SharedRoute>();
  const waiting: Edit[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** A route that is as before stays the same object, so that its row is not drawn again. */
  function join(before: ReadonlyMap<string, KnownRoute>) {
    const own = new Map(stored.get().map((route) => [routeKey(route), route]));
    const keys = [...shared.keys(), ...own.keys()];
    const named = [...new Set(keys)].flatMap((each) => {
      const operators = shared.get(each);
      const route = own.get(each) ?? emptyRoute(each);
      if (!operators && route.from_shared) return [];
      const name = route.label.trim() || operators?.label.trim() || route.id;
      return { ...route, name, shared: operators !== undefined };
    });
    const labels = labelsOf(named, routeKey);
    const routes = named.map((route): KnownRoute => {
      const each = routeKey(route);
      return replaceEqualDeep(before.get(each), { ...route, called: labels.get(each) ?? '' });
    });
    const sorted = routes.toSorted((a, b) => Number(b.pinned) - Number(a.pinned));
    const byKey = new Map(sorted.map((route) => [routeKey(route), route]));
    return { routes: sorted as readonly KnownRoute[], byKey, isSaved: stored.isSaved() };
  }
  const store = createStore(join(new Map()));
  const publish = () => store.set(join(store.get().byKey));
  stored.subscribe(publish);

  function change(edits: readonly Edit[]) {
    const all = [...waiting.splice(0), ...edits];
    stored.change((before) => {
      const rows = new Map(before.map((route) => [routeKey(route), route]));
      for (const { key: each, fields, adds } of all) {
        const route = rows.get(each) ?? (adds || shared.has(each) ? emptyRoute(each) : undefined);
        if (fields === null) rows.delete(each);
        else if (route) rows.set(each, { ...route, ...fields });
      }
      return [...rows.values()];
    });
  }
  const edit = (route: RouteIds, fields: Partial<StoredRoute> | null) =>
    change([{ key: routeKey(route), fields }]);

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    change([]);
    timer = setTimeout(flush, WRITE_EVERY_MS);
  }
  window.addEventListener('pagehide', flush);

  return {
    ...store,
    flush,
    find: (route: RouteIds) => store.get().byKey.get(routeKey(route)),
    sharedLabel: (route: RouteIds) => shared.get(routeKey(route))?.label,

    /** The operator's list. It stays in memory, for it was read with a key. */
    share(routes: readonly SharedRoute[]) {
      const addressable = routes.filter((route) => RouteIds.safeParse(route).success);
      const entries = addressable.map((route) => [routeKey(route), route] as const);
      // A list that somebody wrote by hand may name a route twice: the first counts, at its place.
      shared = new Map([...entries, ...entries.toReversed()]);
      publish();
    },

    /** Adds those that are new and gives a label to those that are known. @returns takes both back */
    add(routes: readonly NewRoute[]): () => void {
      const before = new Map(routes.map((route) => [routeKey(route), this.find(route)]));
      const edits = routes.map(({ label, ...ids }): Edit => {
        const fields = before.get(routeKey(ids)) ? { label } : { label, from_shared: false };
        return { key: routeKey(ids), fields, adds: true };
      });
      change(edits);
      const back = [...before].map(([each, known]): Edit => {
        return { key: each, fields: known ? { label: known.label } : null };
      });
      return () => change(back);
    },

    /** The page of a route that exists was opened: it is known from now on. */
    open(route: RouteIds, check: LastCheck) {
      // One that is not shared any more would not be shown otherwise.
      const own = shared.has(routeKey(route)) ? {} : { from_shared: false };
      change([{ key: routeKey(route), fields: { ...own, last_check: check }, adds: true }]);
    },

    /** @param check `undefined`: what was found before may not be true any more */
    recordCheck(route: RouteIds, check: LastCheck | undefined) {
      waiting.push({ key: routeKey(route), fields: { last_check: check } });
      if (timer === undefined) flush();
    },

    keepFormer: (route: RouteIds, former: Former) => edit(route, { former }),
    rename: (route: RouteIds, label: string) => edit(route, { label }),
    pin: (route: RouteIds, pinned: boolean) => edit(route, { pinned }),
    /** @returns puts it back */
    remove(route: RouteIds): () => void {
      flush();
      const removed = stored.get().find((other) => routeKey(other) === routeKey(route));
      edit(route, null);
      return () => removed && change([{ key: routeKey(route), fields: removed, adds: true }]);
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

/** What a route is called in a sentence, also one that is not on the list. */
export const labelOf = (route: RouteIds) =>
  nameOf(knownRoutes().find(route) ?? { name: route.id, id: route.id });

export const useKnownRoutes = () => knownRoutes().use();

/** The list of routes, for a page that shows all of it: the operator's is asked for, once. */
export function useRoutes() {
  const { isLoading, error, refetch } = useQuery({
    queryKey: ['inventory', 'routes'],
    async queryFn() {
      const { routes } = await callInventory(inventoryEndpoints.routes, {});
      knownRoutes().share(routes);
      return routes;
    },
    enabled: hasInventory,
  });
  return { ...useKnownRoutes(), isLoading, error, refetch };
}
