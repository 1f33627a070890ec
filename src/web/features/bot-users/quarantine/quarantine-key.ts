import { deviceStorage } from '#web/lib/device-storage.ts';

export const QUARANTINE_KEY = 'gatehouse.quarantine';

/** Whether anything was ever put into quarantine in this browser: most never fetch the code of it. */
export const wasUsed = () => deviceStorage.getItem(QUARANTINE_KEY) !== null;
