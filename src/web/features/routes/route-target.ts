import type { JobTarget } from '#bulk/job.ts';
import { routeIdsOf } from '#bulk/route-ids.ts';
import {
  createRouteTarget as createTarget,
  restrictionOf,
  toRestriction,
} from '#bulk/route-target.ts';
import { deletionRefusal, PROTECTED } from '#web/api/access.ts';
import { isProtected, readRestriction, sendChange } from '#web/features/routes/queries.ts';
import { describe, warningsOf } from '#web/features/routes/restriction-words.ts';
import { paths, pathTo } from '#web/paths.ts';

/** How a job of the page reads, changes and shows the IP restriction of a route. */
export const createRouteTarget = (): JobTarget => ({
  ...createTarget({ read: readRestriction, write: sendChange }),
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
