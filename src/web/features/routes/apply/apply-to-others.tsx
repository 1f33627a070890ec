import Waypoints from 'lucide-react/icons/waypoints';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import type { CopiedRoute } from '#web/features/routes/copied-route.ts';
import { routeKey, type RouteIds } from '#web/features/routes/kept-route.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/parts/button.tsx';
import { icon } from '#web/ui/icon.ts';

type ApplyToOthersProps = {
  route: RouteIds;
  /** As it was read: what is still being edited is not copied. */
  module: IpRestrictionReplace;
};

/** Leads from one route to the page that gives its module to others. */
export function ApplyToOthers({ route, module }: ApplyToOthersProps) {
  const state: CopiedRoute = { from: routeKey(route), module };
  return (
    <LinkButton
      variant="default"
      to={paths.applyToRoutes}
      state={state}
      leftSection={<Waypoints {...icon} />}
    >
      Apply to other routes
    </LinkButton>
  );
}
