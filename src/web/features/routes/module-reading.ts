import { failureOf, isAnyRefused, isNotThere, refusalCause } from '#client/errors.ts';
import type { ResultOf, WriteCondition } from '#contract/endpoint.ts';
import { entityTagOf } from '#client/etag.ts';
import type { IpRestriction, ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import type { Seen } from '#web/features/routes/known-route.ts';

/** What a module says: to compare, to draft and to send. Ids without repeats. */
export interface Module {
  enabled: boolean;
  ids: string[];
}

/** What one read of a route's module showed, and when (milliseconds). */
export type ModuleReading = (
  | { kind: 'module'; module: Module }
  /** `routeExists` is false where the service answers "no module" and "no route" alike. */
  | { kind: 'none'; routeExists: boolean }
  | { kind: 'no-route'; missing: 'edge' | 'route' }
) & {
  read_at: number;
  /** What a change made on the ground of this reading asks for; absent where the service offers no tags. */
  condition?: WriteCondition;
};

/** A reading that showed a module. */
export type ReadModule = Extract<ModuleReading, { kind: 'module' }>;

/** @param answer `null` when the service says that there is no module */
export function readingOf(
  answer: ResultOf<typeof ipRestrictionEndpoints.get>,
  read_at: number,
): ModuleReading {
  if (answer === null) return { kind: 'none', routeExists: true, read_at };
  const ifMatch = entityTagOf(answer);
  return {
    kind: 'module',
    module: toModule(answer),
    read_at,
    ...(ifMatch !== undefined && { condition: { ifMatch } }),
  };
}

const toModule = ({ enabled, ip_policies }: IpRestriction): Module => ({
  enabled,
  ids: [...new Set(ip_policies.map(({ id }) => id))],
});

/** A 404 of the service is a reading too; the embedded one's codes tell which of the three is missing. */
export function readingOfError(error: unknown, read_at: number): ModuleReading | undefined {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || !isNotThere(failure)) return undefined;
  switch (failure.code) {
    case 'EDGE_NOT_FOUND':
      return { kind: 'no-route', missing: 'edge', read_at };
    case 'ROUTE_NOT_FOUND':
      return { kind: 'no-route', missing: 'route', read_at };
    default:
      return { kind: 'none', routeExists: failure.code === 'MODULE_NOT_FOUND', read_at };
  }
}

export function seenOf(reading: ModuleReading): Seen {
  const { read_at } = reading;
  if (reading.kind === 'no-route') return { state: 'not-found', read_at };
  if (reading.kind === 'none') return { state: 'none', read_at };
  const { enabled, ids } = reading.module;
  return { state: 'module', enabled, policy_ids: ids, read_at };
}

/** @returns `undefined` when nothing was learned about the route: no answer, or one about any request or the pace */
export function seenOfError(error: unknown, read_at: number): Seen | undefined {
  const failure = failureOf(error);
  const cause = refusalCause(failure);
  if (cause === 'no-right') return { state: 'forbidden', read_at };
  if (failure?.kind === 'shape') return { state: 'failed', read_at };
  const isAboutRoute = failure?.kind === 'status' && cause !== 'too-many' && !isAnyRefused(failure);
  return isAboutRoute ? { state: 'failed', read_at } : undefined;
}

/** The module of a reading; `null` when the route has none. */
export const moduleOf = (reading: ModuleReading): Module | null =>
  reading.kind === 'module' ? reading.module : null;
