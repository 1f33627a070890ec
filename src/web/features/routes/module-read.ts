import { entityTagOf } from '#client/response.ts';
import { failureOf, isAnyRefused, isNotThere, refusalCause } from '#client/errors.ts';
import type { ResultOf, WriteCondition } from '#contract/endpoint.ts';
import type { IpRestrictionReplace, ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import type { LastCheck } from '#web/features/routes/kept-route.ts';
import { count } from '#web/lib/format.ts';

/**
 * What one read of a route's module showed, and when (milliseconds). A module is held in the form in which it is
 * sent: both fields, each policy once.
 */
export type ModuleRead = (
  | { kind: 'module'; module: IpRestrictionReplace }
  /** `routeExists` is false where the service answers "no module" and "no route" alike. */
  | { kind: 'none'; module: null; routeExists: boolean }
  | { kind: 'no-route'; module: null; missing: 'edge' | 'route' }
) & {
  read_at: number;
  /** Sent with a change that is based on this read; absent where the service offers no tags. */
  condition?: WriteCondition;
};

/** @param result `null` when the service says that there is no module */
export function moduleReadOf(
  result: ResultOf<typeof ipRestrictionEndpoints.get>,
  read_at: number,
): ModuleRead {
  if (result === null) return { kind: 'none', module: null, routeExists: true, read_at };
  const ifMatch = entityTagOf(result);
  const ip_policy_ids = [...new Set(result.ip_policies.map(({ id }) => id))];
  return {
    kind: 'module',
    module: { enabled: result.enabled, ip_policy_ids },
    read_at,
    ...(ifMatch !== undefined && { condition: { ifMatch } }),
  };
}

/** A 404 of the service is a read too; the embedded one's codes tell which of the three is missing. */
export function moduleReadOfError(error: unknown, read_at: number): ModuleRead | undefined {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || !isNotThere(failure)) return undefined;
  switch (failure.code) {
    case 'EDGE_NOT_FOUND':
      return { kind: 'no-route', module: null, missing: 'edge', read_at };
    case 'ROUTE_NOT_FOUND':
      return { kind: 'no-route', module: null, missing: 'route', read_at };
    default:
      return {
        kind: 'none',
        module: null,
        routeExists: failure.code === 'MODULE_NOT_FOUND',
        read_at,
      };
  }
}

export function lastCheckOf({ kind, module, read_at }: ModuleRead): LastCheck {
  if (module !== null) return { state: 'module', ...module, read_at };
  return { state: kind === 'no-route' ? 'not-found' : 'none', read_at };
}

/** @returns `undefined` when nothing was learned about the route: no response, or one about any request or the rate */
export function lastCheckOfError(error: unknown, read_at: number): LastCheck | undefined {
  const failure = failureOf(error);
  const cause = refusalCause(failure);
  if (cause === 'no-right') return { state: 'forbidden', read_at };
  if (failure?.kind === 'shape') return { state: 'failed', read_at };
  const isAboutRoute = failure?.kind === 'status' && cause !== 'too-many' && !isAnyRefused(failure);
  return isAboutRoute ? { state: 'failed', read_at } : undefined;
}

/** Nothing but what is sent. */
export const moduleIn = ({
  enabled,
  ip_policy_ids,
}: IpRestrictionReplace): IpRestrictionReplace => ({
  enabled,
  ip_policy_ids,
});

/** Same state and the same set of ids; neither order nor repeats count. `null` stands for no module. */
export function isSameModule(
  a: IpRestrictionReplace | null,
  b: IpRestrictionReplace | null,
): boolean {
  if (a === null || b === null) return a === b;
  const [ofA, ofB] = [new Set(a.ip_policy_ids), new Set(b.ip_policy_ids)];
  return a.enabled === b.enabled && ofA.size === ofB.size && [...ofA].every((id) => ofB.has(id));
}

export const onOff = (enabled: boolean) => (enabled ? 'on' : 'off');

/** `enforcement on, 3 policies` */
export const moduleText = ({ enabled, ip_policy_ids }: IpRestrictionReplace) =>
  `enforcement ${onOff(enabled)}, ${count(ip_policy_ids.length, 'policy', 'policies')}`;

/** Why a change was not made, above what it would change now. */
export function changedText(shown: ModuleRead, now: ModuleRead): string {
  if (!isSameModule(shown.module, now.module))
    return 'It was changed elsewhere. This is how it is now.';
  return now.condition === undefined
    ? 'The service reports a change, but nothing differs. The next try skips this check.'
    : 'It was changed elsewhere and changed back. Try again.';
}
