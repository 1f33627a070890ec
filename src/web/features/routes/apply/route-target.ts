import type { QueryClient } from '@tanstack/react-query';
import type { CallOptions } from '#client/api-client.ts';
import * as z from 'zod/mini';
import { ApiError } from '#client/errors.ts';
import { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { deletionRefusal, PROTECTED } from '#web/api/access.ts';
import { describeModule, warningsOfModules } from '#web/features/routes/apply/route-texts.ts';
import { type RouteIds, routeIdsOf } from '#web/features/routes/kept-route.ts';
import { isSameModule, type ModuleRead } from '#web/features/routes/module-read.ts';
import { isProtected, readModule, writeModule } from '#web/features/routes/queries.ts';
import type { Change, JobTarget, LineKind, State } from '#web/jobs/job.ts';
import { paths, pathTo } from '#web/paths.ts';

/** How a job reads and changes the module of a route, whose id is its `routeKey`. */
export function createRouteTarget(client: QueryClient): JobTarget {
  /** What a change is based on: read just before it, and used once. */
  const reads = new Map<string, ModuleRead>();

  async function basisOf(id: string, route: RouteIds, options: CallOptions) {
    const known = reads.get(id);
    reads.delete(id);
    return known ?? readModule(route, options);
  }

  return {
    async read(id, options) {
      const read = await readModule(routeIdsOf(id), options);
      reads.set(id, read);
      return read.module;
    },

    async write({ id, before, after }, options) {
      const route = routeIdsOf(id);
      const basis = await basisOf(id, route, options);
      const wanted = moduleOf(after);
      if (isSameModule(basis.module, wanted)) return { id, state: after };
      // With a condition the service itself refuses what was changed since.
      if (!isSameModule(basis.module, moduleOf(before)))
        throw new ApiError('Changed since the plan', { kind: 'status', status: 412, fields: {} });
      const { module } = await writeModule(client, route, wanted, basis, options);
      return { id, state: isSameModule(module, wanted) ? after : module };
    },

    /** One that is put back is at its route, or it is not. */
    async findCreated({ id, after }, _since, options) {
      const read = await readModule(routeIdsOf(id), options);
      reads.set(id, read);
      return isSameModule(read.module, moduleOf(after)) && after ? { id, state: after } : undefined;
    },

    readsFirst: () => true,
    refusal: ({ id, after }) =>
      isProtected(routeIdsOf(id)) ? PROTECTED : after === null ? deletionRefusal() : undefined,
    kindOf,
    describe: (state, other) => describeModule(parseModule(state), moduleOf(other)),
    warnings: (changes) =>
      warningsOfModules(
        changes.map(({ label, before, after }) => ({
          label,
          before: moduleOf(before),
          after: moduleOf(after),
        })),
      ),
    pathOf(id) {
      const { edge_id, id: routeId } = routeIdsOf(id);
      return pathTo(paths.ipRestriction, { edgeId: edge_id, routeId });
    },
    // The way back of a module is itself.
    restores: true,
    idText(id) {
      const { edge_id, id: routeId } = routeIdsOf(id);
      return `${edge_id} / ${routeId}`;
    },
    insteadOfDelete: (before) => ({ ...before, enabled: false }),
  };
}

function kindOf({ before, after }: Change): LineKind {
  const [was, wanted] = [moduleOf(before), moduleOf(after)];
  if (isSameModule(was, wanted)) return 'no-change';
  if (wanted === null) return 'delete';
  return was === null ? 'create' : 'replace';
}

/** Of a plan that may come out of the journal. @throws {ZodError} it is no module */
const parseModule = (state: State) => z.parse(IpRestrictionReplace, state);
const moduleOf = (state: State | null) => (state === null ? null : parseModule(state));
