import { queryOptions } from '@tanstack/react-query';
import { inventoryEndpoints } from '#contract/inventory.ts';
import { access } from '#web/api/access.ts';
import { callInventory } from '#web/api/call.ts';
import { hasInventory, runtimeConfig } from '#web/api/config.ts';

/** What the operator has protected; it goes to `access`. Nothing is protected where there are no rules at all. */
export const protectionQuery = queryOptions({
  queryKey: ['inventory', 'protection'],
  queryFn: async ({ signal }) => {
    const protection = await callInventory(inventoryEndpoints.protection, {}, { signal });
    access.set({ ...access.get(), protection });
    return protection;
  },
  enabled: () => hasInventory() && runtimeConfig().write_rules !== null,
});
