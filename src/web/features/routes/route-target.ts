import * as z from 'zod/mini';
import type { Change, JobTarget, LineKind, State } from '#bulk/job.ts';
import { isSame, type RestrictionRead } from '#bulk/restriction.ts';
import { routeIdsOf } from '#bulk/route-ids.ts';
import type { CallOptions } from '#client/api-client.ts';
import { ApiError } from '#client/errors.ts';
import { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { deletionRefusal, PROTECTED } from '#web/api/access.ts';
import { describe, warningsOf } from '#web/features/routes/restriction-words.ts';
import { isProtected, readRestriction, writeRestriction } from '#web/features/routes/queries.ts';
import { paths, pathTo } from '#web/paths.ts';

/** How a job reads and changes the IP restriction of a route, whose id is its `routeKey`. */
export function createRouteTarget(): JobTarget {
  /** What a change is based on: read just before it, and used once. */
  const reads = new Map<string, RestrictionRead>();

  async function readNow(id: string, options: CallOptions) {
    const read = await readRestriction(routeIdsOf(id), options);
    reads.set(id, read);
    return read;
  }

  return {
    read: async (id, options) => (await readNow(id, options)).restriction,

    async write({ id, before, after }, options) {
      const basis = reads.get(id) ?? (await readNow(id, options));
      reads.delete(id);
      const wanted = restrictionOf(after);
      if (isSame(basis.restriction, wanted)) return { id, state: after };
      // With a condition the service itself refuses to go over a later change.
      if (!isSame(basis.restriction, restrictionOf(before))) throw changedSince();
      const result = await writeRestriction(
        routeIdsOf(id),
        { basis, wanted },
        { ...options, isJustRead: true, isRecorded: false },
      );
      if (result.kind === 'saved')
        return { id, state: result.isAsSent ? after : result.now.restriction };
      if (result.kind === 'unsure') throw result.error;
      throw result.kind === 'notFound' ? refusal(404, 'This route does not exist') : changedSince();
    },

    /** One that is put back is at its route, or it is not. */
    async findCreated({ id, after }, _since, options) {
      const { restriction } = await readNow(id, options);
      return after && isSame(restriction, restrictionOf(after)) ? { id, state: after } : undefined;
    },

    readsFirst: () => true,
    refusal: ({ id, after }) =>
      isProtected(routeIdsOf(id)) ? PROTECTED : after === null ? deletionRefusal() : undefined,
    kindOf,
    describe: (state, other) => describe(parse(state), restrictionOf(other)),
    warnings: (changes) =>
      warningsOf(
        changes.map(({ before, after }) => ({
          before: restrictionOf(before),
          after: restrictionOf(after),
        })),
      ),
    pathOf(id) {
      const { edge_id, id: routeId } = routeIdsOf(id);
      return pathTo(paths.ipRestriction, { edgeId: edge_id, routeId });
    },
    // The way back of an IP restriction is itself.
    restores: true,
    idText(id) {
      const { edge_id, id: routeId } = routeIdsOf(id);
      return `${edge_id} / ${routeId}`;
    },
    insteadOfDelete: (before) => ({ ...before, enabled: false }),
  };
}

const refusal = (status: number, message: string) =>
  new ApiError(message, { kind: 'status', status, fields: {} });
const changedSince = () => refusal(412, 'Changed since the plan');

function kindOf({ before, after }: Change): LineKind {
  const [was, wanted] = [restrictionOf(before), restrictionOf(after)];
  if (isSame(was, wanted)) return 'no-change';
  if (wanted === null) return 'delete';
  return was === null ? 'create' : 'replace';
}

/** A plan may come out of the journal. @throws {ZodError} it is no IP restriction */
const parse = (state: State) => z.parse(IpRestrictionReplace, state);
const restrictionOf = (state: State | null) => (state === null ? null : parse(state));
