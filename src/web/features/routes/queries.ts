import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { CallOptions } from '#client/api-client.ts';
import { hasStatus } from '#client/api-error.ts';
import { ipRestrictionEndpoints, type IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { call } from '#web/api/call.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import {
  readingOf,
  readingOfError,
  seenOf,
  seenOfError,
  type ModuleReading,
} from '#web/features/routes/module-reading.ts';
import type { RouteIds } from '#web/features/routes/route-address.ts';

const ipRestrictionKeys = {
  all: ['ip-restrictions'] as const,
  of: ({ edge_id, id }: RouteIds) => [...ipRestrictionKeys.all, edge_id, id] as const,
};

const paramsOf = ({ edge_id, id }: RouteIds) => ({ params: { edge_id, id } });

/**
 * Reads the module now, past every cache, and notes on the list of routes what it saw.
 *
 * A 404 is a reading, not an error.
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

function noted(route: RouteIds, reading: ModuleReading): ModuleReading {
  knownRoutes().saw(route, seenOf(reading));
  return reading;
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

export const ipRestrictionMutations = {
  /** The answer is the truth. Never repeated by itself. */
  replace: (route: RouteIds) =>
    mutationOptions({
      mutationKey: [...ipRestrictionKeys.of(route), 'replace'],
      mutationFn: async (body: IpRestrictionReplace) => {
        const answer = await call(ipRestrictionEndpoints.replace, { ...paramsOf(route), body });
        return noted(route, readingOf(answer, Date.now()));
      },
      onSuccess: (reading, _body, _context, { client }) => adoptReading(client, route, reading),
    }),

  /** A module that is gone already counts as removed. */
  remove: (route: RouteIds) =>
    mutationOptions({
      mutationKey: [...ipRestrictionKeys.of(route), 'remove'],
      mutationFn: async (): Promise<ModuleReading> => {
        try {
          await call(ipRestrictionEndpoints.remove, paramsOf(route));
        } catch (error) {
          if (!hasStatus(error, 404)) throw error;
        }
        return noted(route, { kind: 'none', routeExists: true, read_at: Date.now() });
      },
      onSuccess: (reading, _nothing, _context, { client }) => adoptReading(client, route, reading),
    }),
};
