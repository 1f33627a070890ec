import { WINDOW_S, type RequestCounts } from '#service/domain/rate-limit.ts';
import type { Database } from '#service/storage/database.ts';

/** Each process deletes old seconds this often. */
const SWEEP_S = 60;

/** For several processes on one database: they share each key's budget. */
export function createRequestCountStore({ read, write }: Database): RequestCounts {
  let sweptAt = 0;

  return {
    async add(keyId, second, max) {
      if (second - sweptAt >= SWEEP_S) {
        sweptAt = second;
        await write('DELETE FROM request_counts WHERE second <= $1', second - WINDOW_S);
      }
      // Requests of the same moment may all get the last one that is left.
      const added = await write(
        `INSERT INTO request_counts (key_id, second, count)
         SELECT CAST($1 AS text), CAST($2 AS bigint), 1 WHERE (
           SELECT coalesce(sum(count), 0) FROM request_counts WHERE key_id = $1 AND second > $3
         ) < $4
         ON CONFLICT (key_id, second) DO UPDATE SET count = request_counts.count + 1
        `,
        keyId,
        second,
        second - WINDOW_S,
        max,
      );
      const rows = await read(
        'SELECT second, count FROM request_counts WHERE key_id = $1 AND second > $2 ORDER BY second',
        keyId,
        second - WINDOW_S,
      );
      const counts = rows.map((row) => ({
        second: Number(row['second']),
        count: Number(row['count']),
      }));
      return { added: added.count > 0, counts };
    },
  };
}
