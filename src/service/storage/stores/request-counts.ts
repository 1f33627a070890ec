import type { RequestCounts, SecondCount } from '#service/domain/rate-limit.ts';
import type { Database } from '#service/storage/database.ts';

/** How often each process deletes seconds that no longer count, in s. */
const SWEEP_S = 60;

/**
 * Whether a row counts at the second $2. There are later ones after the server's clock was set back. One second later
 * is no sign of that: each process reads the clock for itself.
 */
const COUNTS = `second > $2 - 60 AND second <= $2 + 1`;

/** For several processes on one database: they share each key's budget. */
export function createRequestCountStore({ read, write, now }: Database): RequestCounts {
  let sweptAt = 0;

  return {
    second: async () => Math.floor((await now()).getTime() / 1000),
    async add(keyId, second, max) {
      if (Math.abs(second - sweptAt) >= SWEEP_S) {
        sweptAt = second;
        const sweep = 'DELETE FROM request_counts WHERE second <= $1 - 60 OR second > $1 + 1';
        await write(sweep, second);
      }
      // Requests of the same moment may all get the last one that is left.
      const { count } = await write(
        `INSERT INTO request_counts (key_id, second, count)
         SELECT CAST($1 AS text), CAST($2 AS bigint), 1 WHERE (
           SELECT coalesce(sum(count), 0) FROM request_counts WHERE key_id = $1 AND ${COUNTS}
         ) < $3
         ON CONFLICT (key_id, second) DO UPDATE SET count = request_counts.count + 1`,
        keyId,
        second,
        max,
      );
      const counts = await read<SecondCount>(
        `SELECT CAST(second AS double precision) AS second, count FROM request_counts
         WHERE key_id = $1 AND ${COUNTS} ORDER BY second`,
        keyId,
        second,
      );
      return { added: count > 0, counts };
    },
  };
}
