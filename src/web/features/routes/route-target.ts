import type { JobTarget } from '#bulk/job.ts';
import type { MaybeRestriction, RestrictionChange } from '#bulk/restriction.ts';
import { type RouteIds, routeIdsOf } from '#bulk/route-ids.ts';
import {
  changedSince,
  createRouteTarget as createTarget,
  restrictionOf,
  toRestriction,
} from '#bulk/route-target.ts';
import type { CallOptions } from '#client/api-client.ts';
import { ApiError } from '#client/errors.ts';
import { deletionRefusal, PROTECTED } from '#web/api/access.ts';
import { isProtected, readRestriction, writeRestriction } from '#web/features/routes/queries.ts';
import { describe, warningsOf } from '#web/features/routes/restriction-words.ts';
import { paths, pathTo } from '#web/paths.ts';

/** How a job of the page reads, changes and shows the IP restriction of a route. */
export const createRouteTarget = (): JobTarget => ({
  ...createTarget({ read: readRestriction, write }),
  refusal: ({ id, after }) =>
    isProtected(routeIdsOf(id)) ? PROTECTED : after === null ? deletionRefusal() : undefined,
  describe: (state, other) => describe(toRestriction(state), restrictionOf(other)),
  warnings: (changes) =>
    warningsOf(
      changes.map(({ before, after }) => ({
        before: restrictionOf(before),
        after: restrictionOf(after),
      })),
    ),
  pathOf: (id) => pathTo(paths.ipRestriction, routeIdsOf(id)),
});

/** @throws {ApiError} nothing was changed, or nobody knows */
async function write(
  route: RouteIds,
  change: RestrictionChange,
  options: CallOptions,
): Promise<MaybeRestriction> {
  const result = await writeRestriction(route, change, { ...options, isOfJob: true });
  if (result.kind === 'saved') return result.isAsSent ? change.wanted : result.now.restriction;
  if (result.kind === 'unsure') throw result.error;
  throw result.kind === 'notFound' ? noSuchRoute() : changedSince();
}

const noSuchRoute = () =>
  new ApiError('This route does not exist', {
    kind: 'status',
    status: 404,
    code: 'ROUTE_NOT_FOUND',
    fields: {},
  });
