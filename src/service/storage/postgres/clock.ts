import type { Read } from '#service/storage/database.ts';

/** How long a reading of the server's clock is counted on from, in ms. */
const TRUST_MS = 10_000;

/**
 * The server's clock, which all processes share. It is read once in ten seconds of use and counted on with this
 * process's monotonic clock, which nobody can set: reading it for every write would double the round trips.
 */
export function createServerClock(read: Read): () => Promise<Date> {
  let ahead = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - readAt > TRUST_MS) {
      const sentAt = performance.now();
      const [row] = await read('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms');
      readAt = performance.now();
      ahead = Number(row?.['ms']) - (sentAt + readAt) / 2;
    }
    return new Date(performance.now() + ahead);
  };
}
