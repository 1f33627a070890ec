import { mutationOptions, queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import type { CallOptions } from '#client/api-client.ts';
import { failureOf, isNotThere } from '#client/errors.ts';
import { inventoryEndpoints } from '#contract/inventory.ts';
import { ipRestrictionEndpoints, type IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { call, callOrigin } from '#web/api/call.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import {
  readingOf,
  readingOfError,
  seenOf,
  seenOfError,
  type ModuleReading,
} from '#web/features/routes/module-reading.ts';
import { writeOver, type WriteOutcome } from '#web/features/routes/module-write.ts';
import type { RouteIds } from '#web/features/routes/route-address.ts';

export const inventoryQueries = {
  /** Read once a session, into the list of routes; leaving the page does not break it off. */
  routes: () => {
    const { inventory_base } = runtimeConfig();
    const endpoint = inventoryEndpoints.routes;
    return queryOptions({
      queryKey: ['inventory', 'routes'],
      queryFn:
        inventory_base === null
          ? skipToken
          : async () => {
              const path = inventory_base + endpoint.path;
              const { routes } = await callOrigin({ ...endpoint, path }, {});
              knownRoutes().share(routes);
              return routes;
            },
    });
  },
};

const ipRestrictionKeys = {
  all: ['ip-restrictions'] as const,
  of: ({ edge_id, id }: RouteIds) => [...ipRestrictionKeys.all, edge_id, id] as const,
};

const paramsOf = ({ edge_id, id }: RouteIds) => ({ params: { edge_id, id } });

/**
 * Reads the module now, past every cache, and notes on the list of routes what it saw.
 *
 * A 404 of the service is a reading, not an error.
 */
export async function readModule(route: RouteIds, options?: CallOptions): Promise<ModuleReading> {
  try {
    const answer = await call(ipRestrictionEndpoints.get, paramsOf(route), options);
    return noted(route, readingOf(answer, Date.now()));
  } catch (error) {
    const reading = readingOfError(error, Date.now());
    if (reading !== undefined) return noted(route, reading);
    const seen = seenOfError(error, Date.now());
    if (seen !== undefined) knownRoutes().saw(route, seen);
    throw error;
  }
}

/**
 * Whether the service has tagged a module since this page was opened.
 *
 * "No module" bears no tag of its own. Before there was one, nothing is asked for: a service that knows no tags may
 * refuse the header, and across origins the browser would then send no change at all.
 */
let offersTags = false;

function noted(route: RouteIds, reading: ModuleReading): ModuleReading {
  knownRoutes().saw(route, seenOf(reading));
  offersTags ||= reading.condition !== undefined;
  return reading.kind === 'none' && offersTags
    ? { ...reading, condition: { ifNoneMatch: '*' } }
    : reading;
}

export const ipRestrictionQueries = {
  /** Forgotten when nobody looks: an editor never opens on what was read some time ago. */
  of: (route: RouteIds) =>
    queryOptions({
      queryKey: ipRestrictionKeys.of(route),
      queryFn: ({ signal }) => readModule(route, { signal }),
      gcTime: 0,
    }),
};

/** What was read or answered past the query becomes what every open view of this route shows. */
export function adoptReading(client: QueryClient, route: RouteIds, reading: ModuleReading) {
  client.setQueryData(ipRestrictionQueries.of(route).queryKey, (shown) => shown && reading);
}

/** A change, and the last reading that the person has agreed to. */
export interface Replacement {
  body: IpRestrictionReplace;
  seen: ModuleReading;
}

/** Never repeated by themselves. Where the service offers tags, nothing is changed that was not seen. */
export const ipRestrictionMutations = {
  /** The answer is the truth. */
  replace: (route: RouteIds) =>
    mutationOptions({
      mutationKey: [...ipRestrictionKeys.of(route), 'replace'],
      mutationFn: ({ body, seen }: Replacement) => {
        const input = { ...paramsOf(route), body };
        return writeOver(
          seen,
          async (condition) => {
            const answer = await call(ipRestrictionEndpoints.replace, { ...input, ...condition });
            return noted(route, readingOf(answer, Date.now()));
          },
          () => readModule(route),
        );
      },
      onSuccess: adoptOutcome(route),
    }),

  /** A module that is gone already counts as removed. */
  remove: (route: RouteIds) =>
    mutationOptions({
      mutationKey: [...ipRestrictionKeys.of(route), 'remove'],
      mutationFn: (seen: ModuleReading) =>
        writeOver(
          seen,
          async (condition) => {
            try {
              await call(ipRestrictionEndpoints.remove, { ...paramsOf(route), ...condition });
            } catch (error) {
              if (!isNotThere(failureOf(error))) throw error;
            }
            return noted(route, { kind: 'none', routeExists: true, read_at: Date.now() });
          },
          () => readModule(route),
        ),
      onSuccess: adoptOutcome(route),
    }),
};

function adoptOutcome(route: RouteIds) {
  return (
    { reading }: WriteOutcome,
    _variables: unknown,
    _context: unknown,
    { client }: { client: QueryClient },
  ) => adoptReading(client, route, reading);
}
