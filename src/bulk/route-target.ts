import * as z from 'zod/mini';
import type { Change, JobTarget, LineKind, State } from '#bulk/job.ts';
import { isSame, type RestrictionChange, type RestrictionRead } from '#bulk/restriction.ts';
import { type RouteIds, routeIdsOf } from '#bulk/route-ids.ts';
import type { CallOptions } from '#client/api-client.ts';
import { ApiError } from '#client/errors.ts';
import { IpRestrictionReplace } from '#contract/ip-restriction.ts';

export interface RouteAccess {
  read: (route: RouteIds, options: CallOptions) => Promise<RestrictionRead>;
  /** Sends the change once, over what was read just before. @returns what the route has now */
  write: (
    route: RouteIds,
    change: RestrictionChange,
    options: CallOptions,
  ) => Promise<RestrictionRead>;
}

/** How a job reads and changes the IP restriction of a route, whose id is its `routeKey`. */
export function createRouteTarget(access: RouteAccess): JobTarget {
  /** What a change is based on: read in the same try. One that is put back had no such read. */
  const reads = new Map<string, RestrictionRead>();

  async function readNow(id: string, options: CallOptions) {
    const read = await access.read(routeIdsOf(id), options);
    reads.set(id, read);
    return read;
  }

  return {
    read: async (id, options) => (await readNow(id, options)).restriction,

    async write({ id, before, after }, options) {
      const basis = (before && reads.get(id)) ?? (await readNow(id, options));
      const wanted = restrictionOf(after);
      if (isSame(basis.restriction, wanted)) return { id, state: after };
      // With a condition the service itself refuses to go over a later change.
      if (!isSame(basis.restriction, restrictionOf(before))) throw changedSince();
      const now = await access.write(routeIdsOf(id), { basis, wanted }, options);
      return { id, state: now.restriction };
    },

    /** One that is put back is at its route, or it is not. */
    async findCreated({ id, after }, _since, options) {
      const { restriction } = await readNow(id, options);
      return after && isSame(restriction, restrictionOf(after)) ? { id, state: after } : undefined;
    },

    readsFirst: () => true,
    refusal: () => undefined,
    kindOf,
    idText(id) {
      const { edge_id, id: routeId } = routeIdsOf(id);
      return `${edge_id} / ${routeId}`;
    },
  };
}

const changedSince = () =>
  new ApiError('Changed since the plan', { kind: 'status', status: 412, fields: {} });

export function kindOf({ before, after }: Pick<Change, 'before' | 'after'>): LineKind {
  const [was, wanted] = [restrictionOf(before), restrictionOf(after)];
  if (isSame(was, wanted)) return 'no-change';
  if (wanted === null) return 'delete';
  return was === null ? 'create' : 'replace';
}

/** A job may come out of the journal. @throws {ZodError} it is no IP restriction */
export const toRestriction = (state: State) => z.parse(IpRestrictionReplace, state);
export const restrictionOf = (state: State | null) =>
  state === null ? null : toRestriction(state);
