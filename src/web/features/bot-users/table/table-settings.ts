import * as z from 'zod/mini';
import { useSyncExternalStore } from 'react';
import { createDeviceValue } from '#web/lib/device-storage.ts';

export type Density = 'normal' | 'compact';
/** Without its name and its switch a row would be of no use. */
export type HideableColumn = 'id' | 'created';

export const TableSettings = z.catch(
  z.object({
    density: z.catch(z.enum(['normal', 'compact']), 'normal'),
    /** Whether the column is shown. */
    id: z.catch(z.boolean(), true),
    created: z.catch(z.boolean(), true),
  }),
  { density: 'normal', id: true, created: true },
);
export type TableSettings = z.output<typeof TableSettings>;

/** How the table looks on this device. */
export const tableSettings = createDeviceValue({
  key: 'gatehouse.table',
  read: (content) => TableSettings.parse(content),
});

export const useTableSettings = () =>
  useSyncExternalStore(tableSettings.subscribe, tableSettings.get);
