import type { RestrictionRead } from '#bulk/restriction.ts';
import { failureOf, isAnyRefused, refusalCause } from '#client/errors.ts';
import type { LastCheck } from '#web/features/routes/stored-route.ts';

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
