import { queryOptions, useQuery } from '@tanstack/react-query';
import { inventoryEndpoints } from '#contract/inventory.ts';
import { callInventory } from '#web/api/call.ts';
import { hasInventory } from '#web/api/config.ts';
import { knownRoutes, useKnownRoutes } from '#web/features/routes/known-routes.ts';

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

/** The list of routes, for a page that shows all of it: the operator's is asked for, once. */
export function useRoutes() {
  const { isLoading, error, refetch } = useQuery(sharedRoutesQuery);
  return { ...useKnownRoutes(), isLoading, error, refetch };
}
