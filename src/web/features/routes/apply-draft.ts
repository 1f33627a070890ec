import * as z from 'zod/mini';
import { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import type { Order } from '#web/features/routes/build-plan.ts';
import { emptyInput, type PolicyInput } from '#web/features/routes/policy-lines.ts';
import { createPlanDraft } from '#web/jobs/use-open-plan.ts';

/** Everything that is chosen and typed on the page of the roll-out, besides the routes. */
export interface ApplyDraft extends Order {
  input: PolicyInput;
}

export const emptyDraft: ApplyDraft = {
  mode: 'add',
  ids: [],
  enabled: undefined,
  input: emptyInput,
};

export const applyDraft = createPlanDraft(emptyDraft);

/** The state of a navigation to that page: the IP restriction of one route, as it was read, for others. */
export const CopiedRoute = // `from`: its `routeKey`.
  z.object({ from: z.string(), restriction: IpRestrictionReplace });
export type CopiedRoute = z.output<typeof CopiedRoute>;
