// The IP restriction of a route: one read and one write. Many routes are read by `readMany` of `use-reading.ts`.
import { queryOptions } from '@tanstack/react-query';
import type { Change } from '#bulk/job.ts';
import {
  fetchRestriction,
  isSame,
  paramsOf,
  readOfError,
  sendRestriction,
  type Restriction,
  type RestrictionChange,
  type RestrictionRead,
} from '#bulk/restriction.ts';
import { routeKey, type RouteIds } from '#bulk/route-ids.ts';
import type { CallOptions } from '#client/api-client.ts';
import {
  failureOf,
  hasStatus,
  isAnyRefused,
  isOutcomeUnknown,
  refusalCause,
  type ApiError,
} from '#client/errors.ts';
import type { WriteCondition } from '#contract/endpoint.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { matchesAny } from '#contract/write-rules.ts';
import { access, setWriteCheck, useWriteRefusal } from '#web/api/access.ts';
import { call, readBeforeChange } from '#web/api/call.ts';
import { curlOf } from '#web/api/curl.ts';
import { queryClient } from '#web/api/query-client.ts';
import { knownRoutes, labelOf, type LastCheck } from '#web/features/routes/known-routes.ts';
import { recordChange } from '#web/jobs/changes-on-demand.ts';

const { get, replace, remove } = ipRestrictionEndpoints;

/** Whether the operator has protected it. */
export function isProtected(route: RouteIds): boolean {
  const { edge_id, id } = route;
  const texts = [id, `${edge_id}/${id}`, knownRoutes().sharedLabel(route) ?? []].flat();
  return matchesAny(access.get().protection.protected_routes, ...texts);
}

setWriteCheck(get.path, ({ edge_id = '', id = '' }) => isProtected({ edge_id, id }));

/** Why the IP restriction of a route cannot be replaced or removed now. */
export const useRestrictionRefusal = (route: RouteIds) => ({
  replace: useWriteRefusal(replace, paramsOf(route).params),
  remove: useWriteRefusal(remove, paramsOf(route).params),
});

/** Shell commands for the requests of a route. */
export const restrictionCurl = {
  get: (route: RouteIds) => curlOf(get, paramsOf(route)),
  replace: (route: RouteIds, body: Restriction, condition?: WriteCondition) =>
    curlOf(replace, { ...paramsOf(route), body, ...condition }),
};

export function checkOf({ restriction, missing, readAt }: RestrictionRead): LastCheck {
  const state = restriction ? (restriction.enabled ? 'on' : 'off') : missing ? 'not-found' : 'none';
  return { state, ip_policy_ids: restriction?.ip_policy_ids ?? [], read_at: readAt };
}

/** Whether a read has failed for its own route: there was a response, and not one about any request or the rate. */
export function isAboutRoute(error: unknown): error is ApiError {
  const failure = failureOf(error);
  if (failure?.kind !== 'status') return failure?.kind === 'shape';
  return refusalCause(failure) !== 'too-many' && !isAnyRefused(failure);
}

/** Not cached for an editor that opens later: it never begins with what was read some time ago. */
export const restrictionQuery = (route: RouteIds) =>
  queryOptions({
    queryKey: ['ip-restrictions', route.edge_id, route.id] as const,
    queryFn: ({ signal }) => readRestriction(route, { signal }),
    gcTime: 0,
  });

/** Reads now, past every cache, and shows it everywhere. A 404 of the service is a read, not an error. */
export async function readRestriction(
  route: RouteIds,
  options?: CallOptions,
): Promise<RestrictionRead> {
  const askedAt = performance.now();
  try {
    const read = await fetchRestriction(call, route, options);
    const isOvertaken = (written.get(routeKey(route)) ?? 0) > askedAt;
    return isOvertaken ? await readRestriction(route, options) : recorded(route, read);
  } catch (error) {
    if (isAboutRoute(error)) {
      const state = refusalCause(error.failure) === 'no-right' ? 'forbidden' : 'failed';
      knownRoutes().recordCheck(route, { state, ip_policy_ids: [], read_at: Date.now() });
    }
    throw error;
  }
}

/** When this page has changed a route last, in milliseconds since it was opened: a read from before is not shown. */
const written = new Map<string, number>();

/**
 * Whether the service has tagged an IP restriction since the page was opened. "None" has no tag of its own, and a
 * service that knows no tags may refuse the header: across origins the browser would then send no change at all.
 */
let offersTags = false;

/** Shows a read on the list of routes and in every open view of the route. */
function recorded(route: RouteIds, read: RestrictionRead): RestrictionRead {
  knownRoutes().recordCheck(route, checkOf(read));
  offersTags ||= read.condition !== undefined;
  const isNone = read.restriction === null && read.missing === undefined;
  const shown: RestrictionRead =
    isNone && offersTags ? { ...read, condition: { ifNoneMatch: '*' } } : read;
  queryClient.setQueryData(restrictionQuery(route).queryKey, (before) => before && shown);
  return shown;
}

export type WriteResult =
  /** `isAsSent` is false where the service saved something else than was sent; `change` is for Undo. */
  | { kind: 'saved'; now: RestrictionRead; change: Change; isAsSent: boolean }
  /** Nothing was changed: somebody else has changed it first. */
  | { kind: 'changedMeanwhile'; now: RestrictionRead }
  /** It may have been changed: `settleUnsure` reads before anything is sent again. */
  | { kind: 'unsure'; error: unknown }
  | { kind: 'notFound'; missing: 'edge' | 'route' };

/**
 * Sends a change of an IP restriction, once, and shows what has come of it.
 *
 * @throws {ApiError} nothing was changed, or nobody knows whether it was
 */
export async function sendChange(
  route: RouteIds,
  change: RestrictionChange,
  options?: CallOptions,
): Promise<RestrictionRead> {
  try {
    const read = await sendRestriction(call, route, change, options);
    written.set(routeKey(route), performance.now());
    const now = recorded(route, read);
    if (!isSame(change.basis.restriction, now.restriction)) keepFormer(route, change.basis);
    return now;
  } catch (error) {
    const read = readOfError(error);
    if (read?.missing) recorded(route, read);
    if (isOutcomeUnknown(error)) {
      written.set(routeKey(route), performance.now());
      // Nothing is claimed of it until it is read.
      knownRoutes().recordCheck(route, undefined);
      keepFormer(route, change.basis);
    }
    throw error;
  }
}

/**
 * Changes an IP restriction where it is still as a person has seen it.
 *
 * @throws {ApiError} the service, or the page itself, has refused it: nothing was changed
 */
export async function writeRestriction(
  route: RouteIds,
  change: RestrictionChange,
): Promise<WriteResult> {
  const { basis } = change;
  // Without a tag it is read again and compared.
  if (basis.condition === undefined) {
    const now = await readBeforeChange(() => readRestriction(route));
    if (!isSame(now.restriction, basis.restriction) || now.missing) return notSaved(now);
  }
  try {
    return saved(route, change, await sendChange(route, change));
  } catch (error) {
    const read = readOfError(error);
    if (read?.missing) return notSaved(read);
    // A 412 without a condition has another reason.
    if (basis.condition && hasStatus(error, 412))
      return notSaved(withoutRefused(await readRestriction(route), basis));
    if (isOutcomeUnknown(error)) return { kind: 'unsure', error };
    throw error;
  }
}

/**
 * Where the service shows again the tag that it has just refused, something on the way rewrites tags: no further try
 * could succeed, so the next one is without a condition.
 */
function withoutRefused(read: RestrictionRead, basis: RestrictionRead): RestrictionRead {
  const { condition, ...now } = read;
  return JSON.stringify(condition) === JSON.stringify(basis.condition) ? now : read;
}

const notSaved = (now: RestrictionRead): WriteResult =>
  now.missing ? { kind: 'notFound', missing: now.missing } : { kind: 'changedMeanwhile', now };

function saved(
  route: RouteIds,
  { basis: { restriction: before }, wanted }: RestrictionChange,
  now: RestrictionRead,
): WriteResult {
  const { restriction: after } = now;
  const change = { id: routeKey(route), label: labelOf(route), before, after };
  if (!isSame(before, after)) recordChange('route', change);
  return { kind: 'saved', now, change, isAsSent: isSame(wanted, after) };
}

/** "Put back" and "Earlier version" need it, also where nobody knows whether the change was made. */
function keepFormer(route: RouteIds, { restriction, readAt }: RestrictionRead) {
  if (restriction && knownRoutes().find(route))
    knownRoutes().keepFormer(route, { ...restriction, at: readAt });
}

/** What became of a change of which nobody knows whether it was made. */
export async function settleUnsure(route: RouteIds, change: RestrictionChange) {
  const now = await readRestriction(route);
  return !now.missing && isSame(now.restriction, change.wanted)
    ? saved(route, change, now)
    : notSaved(now);
}
