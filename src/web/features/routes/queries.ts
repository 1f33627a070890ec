import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallOptions } from '#client/api-client.ts';
import {
  type ApiFailure,
  failureOf,
  hasStatus,
  isAnyRefused,
  isNotThere,
  isOutcomeUnknown,
} from '#client/errors.ts';
import type { WriteCondition } from '#contract/endpoint.ts';
import { inventoryEndpoints } from '#contract/inventory.ts';
import { ipRestrictionEndpoints, type IpRestrictionReplace } from '#contract/ip-restriction.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { matchesAny } from '#contract/write-rules.ts';
import { setWriteCheck, useWriteRefusal } from '#web/api/access.ts';
import { call, callOrigin, curlOf } from '#web/api/call.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { changeReasonOf, detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { routeKey, type RouteIds } from '#web/features/routes/kept-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import {
  isSameModule,
  lastCheckOf,
  lastCheckOfError,
  moduleIn,
  type ModuleRead,
  moduleReadOf,
  moduleReadOfError,
} from '#web/features/routes/module-read.ts';
import type { Change } from '#web/jobs/job.ts';
import { recordChange } from '#web/jobs/current-job.ts';
import { nameOf } from '#web/ui/safe-line.ts';

export const inventoryQueries = {
  /** Read once a session, into the list of routes; leaving the page does not break it off. */
  routes: ({ inventory_base }: RuntimeConfig) => {
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

/** Whether the operator has protected it. */
export function isProtected({ edge_id, id }: RouteIds): boolean {
  const rules = runtimeConfig().write_rules;
  const label = knownRoutes().sharedLabel({ edge_id, id });
  return (
    rules !== null &&
    matchesAny(
      rules.protected_routes,
      id,
      `${edge_id}/${id}`,
      ...(label === undefined ? [] : [label]),
    )
  );
}

setWriteCheck(ipRestrictionEndpoints.get.path, ({ edge_id = '', id = '' }) =>
  isProtected({ edge_id, id }),
);

/** Why a module cannot be replaced or removed now. */
export const useModuleRefusal = (route: RouteIds) => ({
  replace: useWriteRefusal(ipRestrictionEndpoints.replace, paramsOf(route).params),
  remove: useWriteRefusal(ipRestrictionEndpoints.remove, paramsOf(route).params),
});

const paramsOf = ({ edge_id, id }: RouteIds) => ({ params: { edge_id, id } });

/** Shell commands for the requests of a route. */
export const ipRestrictionCurl = {
  get: (route: RouteIds) => curlOf(ipRestrictionEndpoints.get, paramsOf(route)),
  change: (route: RouteIds, body: IpRestrictionReplace | null, condition?: WriteCondition) =>
    body === null
      ? curlOf(ipRestrictionEndpoints.remove, { ...paramsOf(route), ...condition })
      : curlOf(ipRestrictionEndpoints.replace, { ...paramsOf(route), body, ...condition }),
};

/**
 * Reads the module now, past every cache, and records the check on the list of routes.
 *
 * A 404 of the service is a read, not an error.
 */
export async function readModule(route: RouteIds, options?: CallOptions): Promise<ModuleRead> {
  try {
    const result = await call(ipRestrictionEndpoints.get, paramsOf(route), options);
    return recorded(route, moduleReadOf(result, Date.now()));
  } catch (error) {
    const read = moduleReadOfError(error, Date.now());
    if (read !== undefined) return recorded(route, read);
    const check = lastCheckOfError(error, Date.now());
    if (check !== undefined) knownRoutes().recordCheck(route, check);
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

function recorded(route: RouteIds, read: ModuleRead, options?: { mine: boolean }): ModuleRead {
  knownRoutes().recordCheck(route, lastCheckOf(read), options);
  offersTags ||= read.condition !== undefined;
  return read.kind === 'none' && offersTags ? { ...read, condition: { ifNoneMatch: '*' } } : read;
}

export const ipRestrictionQueries = {
  /** Forgotten when nobody looks: an editor never opens on what was read some time ago. */
  of: (route: RouteIds) =>
    queryOptions({
      queryKey: ['ip-restrictions', route.edge_id, route.id] as const,
      queryFn: ({ signal }) => readModule(route, { signal }),
      gcTime: 0,
    }),
};

/** The one place that writes to the cache beside the query: every open view of this route shows it. */
function showRead(client: QueryClient, route: RouteIds, read: ModuleRead) {
  client.setQueryData(ipRestrictionQueries.of(route).queryKey, (shown) => shown && read);
}

/** Reads before a change, or after one of which nobody knows what became of it. A form stays where its route is gone. */
export async function recheckModule(client: QueryClient, route: RouteIds): Promise<ModuleRead> {
  const read = await readModule(route);
  if (read.kind !== 'no-route') showRead(client, route, read);
  return read;
}

/** `done`: the state that the change made. `changed`: the state that somebody else made first, nothing was changed. */
interface WriteOutcome {
  kind: 'done' | 'changed';
  read: ModuleRead;
}

/** The whole module as it should be, or `null` to remove it; `basis` is the last read that the person has agreed to. */
type ModuleChange = { wanted: IpRestrictionReplace | null; basis: ModuleRead };

/** Never retried. Where the service offers tags, nothing is changed that the person has not seen. */
export const changeModule = (route: RouteIds) =>
  mutationOptions({
    mutationFn: ({ wanted, basis }: ModuleChange) => writeIfUnchanged(route, wanted, basis),
    onSuccess({ kind, read }, { basis }, _context, { client }) {
      showRead(client, route, read);
      if (kind === 'done' && !isSameModule(basis.module, read.module))
        recordChange('route', moduleChange(route, basis, read));
    },
  });

/** What was done to the module of a route. */
export function moduleChange(route: RouteIds, before: ModuleRead, after: ModuleRead): Change {
  const known = knownRoutes().find(route);
  return {
    id: routeKey(route),
    label: nameOf(known ?? { name: route.id, id: route.id }),
    before: before.module,
    after: after.module,
  };
}

/** A module that is gone already counts as removed. */
async function write(
  route: RouteIds,
  body: IpRestrictionReplace | null,
  condition?: WriteCondition,
  options?: CallOptions,
): Promise<ModuleRead> {
  const input = { ...paramsOf(route), ...condition };
  if (body !== null)
    return moduleReadOf(
      await call(ipRestrictionEndpoints.replace, { ...input, body }, options),
      Date.now(),
    );
  try {
    await call(ipRestrictionEndpoints.remove, input, options);
  } catch (error) {
    if (!isNotThere(failureOf(error))) throw error;
  }
  return moduleReadOf(null, Date.now());
}

/** Makes a change, and keeps what it removes or replaces: also where nobody knows whether it was made. */
async function recordedWrite(
  route: RouteIds,
  wanted: IpRestrictionReplace | null,
  basis: ModuleRead,
  options?: CallOptions,
): Promise<ModuleRead> {
  try {
    const after = await write(route, wanted, basis.condition, options);
    const read = recorded(route, after, { mine: true });
    recordApplied(route, basis, read);
    return read;
  } catch (error) {
    if (isOutcomeUnknown(error) && basis.module !== null && knownRoutes().find(route))
      knownRoutes().keepFormer(route, { ...basis.module, at: Date.now() });
    throw error;
  }
}

/**
 * Of a change that was made here, by its response or by a read after one that was lost: what it has removed or replaced
 * is kept, and an end of "off" that is over is not.
 */
export function recordApplied(route: RouteIds, before: ModuleRead, after: ModuleRead): void {
  const known = knownRoutes().find(route);
  if (known === undefined) return;
  const { former, off_until } = known;
  if (before.module !== null && !isSameModule(before.module, after.module))
    knownRoutes().keepFormer(route, { ...before.module, at: after.read_at });
  else if (former && isSameModule(moduleIn(former), after.module))
    knownRoutes().keepFormer(route, undefined);
  if (off_until !== undefined && after.module?.enabled !== false)
    knownRoutes().setOffUntil(route, undefined);
}

/** For a job, which has read it just before and takes a 412 for what it says: it was changed in between. */
export async function writeModule(
  client: QueryClient,
  route: RouteIds,
  wanted: IpRestrictionReplace | null,
  basis: ModuleRead,
  options: CallOptions,
): Promise<ModuleRead> {
  const read = await recordedWrite(route, wanted, basis, options);
  showRead(client, route, read);
  return read;
}

/**
 * Makes one change on the condition that the module is still the one that the person has seen.
 *
 * Without a condition a 412 is a refusal like any other: the service has its own reasons.
 *
 * @throws what `write` throws, and an `Error` when the module was changed and cannot be read
 */
async function writeIfUnchanged(
  route: RouteIds,
  wanted: IpRestrictionReplace | null,
  basis: ModuleRead,
): Promise<WriteOutcome> {
  const { condition } = basis;
  try {
    return { kind: 'done', read: await recordedWrite(route, wanted, basis) };
  } catch (cause) {
    if (condition === undefined || !hasStatus(cause, 412)) throw cause;
    const { condition: current, ...now } = await readModule(route).catch(() => {
      throw new Error('The module was changed in the meantime and could not be read again', {
        cause,
      });
    });
    // The service shows again what it has just refused: something on the way rewrites tags or gives out old responses.
    // No further try could succeed, so the next one goes without a condition, and its dialog says so.
    const isRefused =
      current?.ifMatch === condition.ifMatch && current?.ifNoneMatch === condition.ifNoneMatch;
    return {
      kind: 'changed',
      read: { ...now, ...(current && !isRefused && { condition: current }) },
    };
  }
}

/** Replaces or removes one module; while that is under way a second press sends nothing. */
export function useApply(route: RouteIds) {
  const change = useMutation(changeModule(route));
  const underWay = useRef(false);
  const [failure, setFailure] = useState<ApplyFailure>();

  /**
   * @param wanted `null` removes the module
   * @param basis the last read that the person has agreed to
   */
  async function apply(wanted: IpRestrictionReplace | null, basis: ModuleRead) {
    if (underWay.current) return undefined;
    underWay.current = true;
    setFailure(undefined);
    const outcome = await change
      .mutateAsync({ wanted, basis })
      .catch((error: unknown) => applyFailureOf(error, wanted));
    underWay.current = false;
    if (!('read' in outcome)) setFailure(outcome);
    return outcome;
  }

  return { apply, failure, setFailure, busy: change.isPending };
}

/** What a failed change of a module means for the person who made it. */
export type ApplyFailure =
  /** The service knows none of these ids; `texts` is what it says of each. */
  | { kind: 'unknown-ids'; texts: Record<string, string> }
  /** The request may have arrived: the module has to be read before anything is sent again. */
  | { kind: 'unsure'; text: string; details?: string | undefined }
  | { kind: 'refused'; text: string; details?: string | undefined };

/** @param wanted what the failed request sent; `null` where it removes the module */
export function applyFailureOf(error: unknown, wanted: IpRestrictionReplace | null): ApplyFailure {
  const failure = failureOf(error);
  const details = detailsOf(error);
  if (isOutcomeUnknown(error)) return { kind: 'unsure', text: reasonOf(error, 'unsure'), details };
  if (failure?.kind === 'status' && !isAnyRefused(failure)) {
    const texts = unknownIds(failure, wanted?.ip_policy_ids ?? []);
    if (Object.keys(texts).length > 0) return { kind: 'unknown-ids', texts };
  }
  const next = wanted === null ? 'Remove it again.' : 'Apply again.';
  return { kind: 'refused', text: changeReasonOf(error, next), details };
}

/** Services name a refused id by a field of its own, inside the text of the list's field, or only in their sentence. */
function unknownIds(
  { status, fields, text = '' }: Extract<ApiFailure, { kind: 'status' }>,
  sent: string[],
): Record<string, string> {
  if (![400, 404, 409, 422].includes(status)) return {};
  const own = Object.entries(fields).flatMap(([name, words]) => {
    const id = sent.find((other) => name === other || name === `ip_policy_ids.${other}`);
    return id === undefined ? [] : [[id, words] as const];
  });
  if (own.length > 0) return Object.fromEntries(own);
  const sentences = [fields['ip_policy_ids'] ?? '', text];
  return Object.fromEntries(
    sent
      .filter((id) => sentences.some((words) => holdsId(words, id)))
      .map((id) => [id, 'The service does not accept this IP policy']),
  );
}

/** The whole id: `ipp_1` is not named by a sentence about `ipp_12`. */
const holdsId = (text: string, id: string) => text.split(/[^\w-]+/).includes(id);
