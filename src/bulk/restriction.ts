import type { RouteIds } from '#bulk/route-ids.ts';
import type { Call, CallOptions } from '#client/api-client.ts';
import { failureOf, isNotThere, refusalCause } from '#client/errors.ts';
import { entityTagOf } from '#client/response.ts';
import type { ResultOf, WriteCondition } from '#contract/endpoint.ts';
import { ipRestrictionEndpoints, type IpRestrictionReplace } from '#contract/ip-restriction.ts';

/** What the IP restriction of a route says, in the form in which it is sent: each policy once. */
export type Restriction = IpRestrictionReplace;

/** `null` stands for a route without an IP restriction. */
export type MaybeRestriction = Restriction | null;

/** A new one is on: who adds policies mostly wants them enforced. */
export const FRESH: Restriction = { enabled: true, ip_policy_ids: [] };

/** Order and repeats are no difference: the API gives them no meaning. */
export function difference(before: MaybeRestriction, after: MaybeRestriction) {
  const old = new Set(before?.ip_policy_ids);
  const now = new Set(after?.ip_policy_ids);
  return {
    added: [...now].filter((id) => !old.has(id)),
    removed: [...old].filter((id) => !now.has(id)),
    /** What it was set to, where that is new. A new IP restriction counts as a change. */
    enabled: before?.enabled === after?.enabled ? undefined : after?.enabled,
  };
}

/** The switch counts one, and so does each policy. */
export function countChanges(before: MaybeRestriction, after: MaybeRestriction): number {
  const { added, removed, enabled } = difference(before, after);
  return added.length + removed.length + (enabled === undefined ? 0 : 1);
}

export const isSame = (one: MaybeRestriction, other: MaybeRestriction) =>
  one === null || other === null ? one === other : countChanges(one, other) === 0;

/** Nobody knows whether it blocks everyone or no one: it needs a consent of its own. */
export const isOnAndEmpty = (wanted: MaybeRestriction) =>
  wanted?.enabled === true && wanted.ip_policy_ids.length === 0;

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
function readOf(result: ResultOf<typeof ipRestrictionEndpoints.get>): RestrictionRead {
  const ifMatch = entityTagOf(result);
  const ids = new Set(result?.ip_policies.map(({ id }) => id));
  return {
    restriction: result && { enabled: result.enabled, ip_policy_ids: [...ids] },
    isRouteKnown: true,
    readAt: Date.now(),
    ...(ifMatch !== undefined && { condition: { ifMatch } }),
  };
}

/** @returns `undefined` where the error is none that says what the route has */
export function readOfError(error: unknown): RestrictionRead | undefined {
  const failure = failureOf(error);
  const cause = refusalCause(failure);
  // Some codes tell which of the three is missing.
  const missing = cause === 'no-edge' ? 'edge' : cause === 'no-route' ? 'route' : undefined;
  if (failure?.kind !== 'status' || !(missing || isNotThere(failure))) return undefined;
  return {
    restriction: null,
    isRouteKnown: failure.code === 'MODULE_NOT_FOUND',
    readAt: Date.now(),
    ...(missing && { missing }),
  };
}

export const paramsOf = ({ edge_id, id }: RouteIds) => ({ params: { edge_id, id } });

/** Reads now. A 404 of the service is a read, not an error. */
export async function fetchRestriction(
  call: Call,
  route: RouteIds,
  options?: CallOptions,
): Promise<RestrictionRead> {
  try {
    return readOf(await call(ipRestrictionEndpoints.get, paramsOf(route), options));
  } catch (error) {
    const read = readOfError(error);
    if (!read) throw error;
    // Such an id has no "none". Of a change it may be the id of a policy.
    return refusalCause(failureOf(error)) === 'bad-id' ? { ...read, missing: 'route' } : read;
  }
}

/** `basis`: the read that the person, or the plan, has agreed to. `wanted`: `null` removes. */
export interface RestrictionChange {
  basis: RestrictionRead;
  wanted: MaybeRestriction;
}

/** Sends a change once, on the condition of its basis. An IP restriction that is gone already counts as removed. */
export async function sendRestriction(
  call: Call,
  route: RouteIds,
  { basis, wanted }: RestrictionChange,
  options?: CallOptions,
): Promise<RestrictionRead> {
  const { replace, remove } = ipRestrictionEndpoints;
  const input = { ...paramsOf(route), ...basis.condition };
  if (wanted) return readOf(await call(replace, { ...input, body: wanted }, options));
  try {
    await call(remove, input, options);
  } catch (error) {
    const read = readOfError(error);
    if (!read || read.missing) throw error;
  }
  return readOf(null);
}
