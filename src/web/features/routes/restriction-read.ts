import {
  failureOf,
  isAnyRefused,
  isNotThere,
  refusalCause,
  type ApiFailure,
} from '#client/errors.ts';
import { entityTagOf } from '#client/response.ts';
import type { ResultOf, WriteCondition } from '#contract/endpoint.ts';
import type { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import type { Restriction } from '#web/features/routes/restriction.ts';
import type { LastCheck } from '#web/features/routes/stored-route.ts';

/** What one read of a route has shown. */
export interface RestrictionRead {
  /** `null`: the route has none. */
  restriction: Restriction | null;
  /** What the service says does not exist; then `restriction` is `null` too. */
  missing?: 'edge' | 'route';
  /** False where the service answers "no IP restriction" and "no such route" alike. */
  isRouteKnown: boolean;
  /** Milliseconds since 1970. */
  readAt: number;
  /** Sent with a change that is based on this read; missing where the service offers no tags. */
  condition?: WriteCondition;
}

/** @param result `null`: the service says that there is none */
export function readOf(result: ResultOf<typeof ipRestrictionEndpoints.get>): RestrictionRead {
  const ifMatch = result ? entityTagOf(result) : undefined;
  const ids = new Set(result?.ip_policies.map(({ id }) => id));
  return {
    restriction: result && { enabled: result.enabled, ip_policy_ids: [...ids] },
    isRouteKnown: true,
    readAt: Date.now(),
    ...(ifMatch !== undefined && { condition: { ifMatch } }),
  };
}

/** The codes of this project's own service tell which of the three is missing. */
export function missingOf(failure: ApiFailure | undefined): 'edge' | 'route' | undefined {
  if (failure?.kind !== 'status' || !isNotThere(failure)) return undefined;
  if (failure.code === 'EDGE_NOT_FOUND') return 'edge';
  return failure.code === 'ROUTE_NOT_FOUND' ? 'route' : undefined;
}

/** @returns `undefined` where the error is none that says what the route has */
export function readOfError(error: unknown): RestrictionRead | undefined {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || !isNotThere(failure)) return undefined;
  const missing = missingOf(failure);
  return {
    restriction: null,
    isRouteKnown: failure.code === 'MODULE_NOT_FOUND',
    readAt: Date.now(),
    ...(missing && { missing }),
  };
}

export function checkOf({ restriction, missing, readAt }: RestrictionRead): LastCheck {
  const state = restriction ? (restriction.enabled ? 'on' : 'off') : missing ? 'not-found' : 'none';
  return { state, ip_policy_ids: restriction?.ip_policy_ids ?? [], read_at: readAt };
}

/** @returns `undefined` when nothing was learned about the route: no response, or one about any request or the rate */
export function checkOfError(error: unknown): LastCheck | undefined {
  const failure = failureOf(error);
  const cause = refusalCause(failure);
  const isAboutRoute = failure?.kind === 'status' && cause !== 'too-many' && !isAnyRefused(failure);
  if (failure?.kind !== 'shape' && !isAboutRoute) return undefined;
  const state = cause === 'no-right' ? 'forbidden' : 'failed';
  return { state, ip_policy_ids: [], read_at: Date.now() };
}
