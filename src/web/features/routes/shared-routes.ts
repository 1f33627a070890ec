import { queryOptions, skipToken } from '@tanstack/react-query';
import { inventoryEndpoints } from '#contract/inventory.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { callOrigin } from '#web/api/call.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';

/** The list that the operator gives to everybody; it goes to the list of routes. */
export const sharedRoutesQuery = ({ inventory_base }: RuntimeConfig) =>
  queryOptions({
    queryKey: ['inventory', 'routes'],
    queryFn:
      inventory_base === null
        ? skipToken
        : async () => {
            const path = inventory_base + inventoryEndpoints.routes.path;
            const { routes } = await callOrigin({ ...inventoryEndpoints.routes, path }, {});
            knownRoutes().share(routes);
            return routes;
          },
  });
