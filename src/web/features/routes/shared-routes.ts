import { queryOptions } from '@tanstack/react-query';
import { inventoryEndpoints } from '#contract/inventory.ts';
import { callInventory } from '#web/api/call.ts';
import { hasInventory } from '#web/api/config.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';

/** The list that the operator gives to everybody; it goes to the list of routes. */
export const sharedRoutesQuery = queryOptions({
  queryKey: ['inventory', 'routes'],
  queryFn: async () => {
    const { routes } = await callInventory(inventoryEndpoints.routes, {});
    knownRoutes().share(routes);
    return routes;
  },
  enabled: hasInventory,
});
