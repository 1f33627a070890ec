/** Wrong keys that one client address may send inside one window. */
const ATTEMPTS_MAX = 60;
const WINDOW_MS = 60_000;
/** Addresses remembered; beyond it the oldest is forgotten, so that many addresses cannot fill the memory. */
const ADDRESSES_MAX = 10_000;

/** Counts wrong keys by client address. */
export function createFailedAttempts(now: () => Date) {
  const windows = new Map<string, { endsAt: number; count: number }>();

  return {
    /** @returns seconds until the address may try again, whole and at least 1; 0 when it may go on now */
    record(address: string): number {
      const at = now().getTime();
      const open = windows.get(address);
      if (open !== undefined && at < open.endsAt) {
        open.count += 1;
        return open.count > ATTEMPTS_MAX ? Math.ceil((open.endsAt - at) / 1000) : 0;
      }
      windows.delete(address); // so that the map stays in the order of the windows' ends
      windows.set(address, { endsAt: at + WINDOW_MS, count: 1 });
      for (const oldest of windows.keys()) {
        if (windows.size <= ADDRESSES_MAX) break;
        windows.delete(oldest);
      }
      return 0;
    },
  };
}

export type FailedAttempts = ReturnType<typeof createFailedAttempts>;
