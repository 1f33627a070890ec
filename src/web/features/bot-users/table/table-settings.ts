import { useSyncExternalStore } from 'react';
import { createDeviceValue } from '#web/lib/device-storage.ts';

export type Density = 'normal' | 'compact';
/** Without its name and its switch a row would be of no use. */
export type HideableColumn = 'id' | 'created';

export type TableSettings = { density: Density } & Record<HideableColumn, boolean>;

/** How the table looks on this device. Read without a schema, for that is before the first rows. */
export const tableSettings = createDeviceValue({
  key: 'gatehouse.table',
  read: (content): TableSettings => {
    const { density, id, created }: Partial<Record<string, unknown>> = Object(content);
    return {
      density: density === 'compact' ? density : 'normal',
      id: id !== false,
      created: created !== false,
    };
  },
});

export const useTableSettings = () =>
  useSyncExternalStore(tableSettings.subscribe, tableSettings.get);
