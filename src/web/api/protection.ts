import { queryOptions, skipToken } from '@tanstack/react-query';
import { inventoryEndpoints } from '#contract/inventory.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { access } from '#web/api/access.ts';
import { callOrigin } from '#web/api/call.ts';

/** What the operator has protected; it goes to `access`. Nothing is protected where there are no rules at all. */
export const protectionQuery = ({ inventory_base, write_rules }: RuntimeConfig) =>
  queryOptions({
    queryKey: ['inventory', 'protection'],
    queryFn:
      inventory_base === null || write_rules === null
        ? skipToken
        : async ({ signal }) => {
            const path = inventory_base + inventoryEndpoints.protection.path;
            const endpoint = { ...inventoryEndpoints.protection, path };
            const protection = await callOrigin(endpoint, {}, { signal });
            access.set({ ...access.get(), protection });
            return protection;
          },
  });
