import * as z from 'zod/mini';
import { useSyncExternalStore } from 'react';
import { storageOrMemory, type TextStorage } from '#web/lib/storage.ts';
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
export const createTableSettings = (
  storage: TextStorage,
  tabs: Pick<Window, 'addEventListener' | 'removeEventListener'>,
) =>
  createDeviceValue({
    storage,
    key: 'gatehouse.table',
    read: (content) => TableSettings.parse(content),
    tabs,
  });

export const tableSettings = createTableSettings(
  storageOrMemory(() => localStorage),
  window,
);

export const useTableSettings = () =>
  useSyncExternalStore(tableSettings.subscribe, tableSettings.state);
