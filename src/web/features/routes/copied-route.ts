import * as z from 'zod/mini';
import { IpRestrictionReplace } from '#contract/ip-restriction.ts';

/** The state of a navigation to the page that gives the IP restriction of one route, as it was read, to others. */
export const CopiedRoute = // `from`: its `routeKey`.
  z.object({ from: z.string(), restriction: IpRestrictionReplace });
export type CopiedRoute = z.output<typeof CopiedRoute>;
