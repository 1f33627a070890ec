import { hash } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import type { Database, Read, Recorded, SqlValue, Written } from '#service/storage/database.ts';
import {
  isClientUnusable,
  isConflict,
  isConnectionLost,
  isPreparedElsewhere,
  isSerializationFailure,
  isStartupParameterRefused,
  throwTranslated,
} from '#service/storage/postgres/sql-states.ts';

/** Longest wait for a free or new connection, and for one statement, in ms. */
const CONNECT_MS = 3_000;
const STATEMENT_MS = 5_000;

/** Times that a transaction is tried in conflict with others. */
const TRIES = 8;

/**
 * A large import may take longer than a request ever should; a client that has vanished holds its locks for a minute, in
 * place of the two hours after which a server asks whether it is there.
 */
const BEGIN_LONG =
  "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = '1min'";
/** One process at a time; the number is ours alone. */
const BEGIN_ALONE = `${BEGIN_LONG}; SELECT pg_advisory_xact_lock(471108)`;
const BEGIN_SNAPSHOT = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * PostgreSQL 15 or newer.
 *
 * @param url with user and password: never to be shown
 * @param connections of this process; every instance has its own
 */
export function openPostgresDatabase(url: string, connections: number): Database {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: 'gatehouse',
  });
  // An idle connection was lost: the pool makes another one. Without a listener the event would end the process.
  pool.on('error', () => {});
  // Nor does anyone listen to a connection that is out: what it is used for then fails, and the pool drops it.
  pool.on('connect', (client) => void client.on('error', () => {}));

  /** Until a pooler turns out to share server connections without keeping track of prepared statements. */
  let canPrepare = true;

  /** Behind a pooler that refuses the server's bound on a statement, ours has to do. */
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      if (!isStartupParameterRefused(error)) throw error;
      pool.options.statement_timeout = false;
      return pool.connect();
    });

  /** A connection of the pool, which takes it back only when it can still be used. */
  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await connect();
    let isUnusable = false;
    try {
      return await work(client);
    } catch (error) {
      isUnusable = isClientUnusable(error);
      throw error;
    } finally {
      client.release(isUnusable);
    }
  }

  const run = <Result>(sql: string, values: SqlValue[]) =>
    retryConflict(isSerializationFailure, () =>
      withClient((client) => {
        const name = canPrepare && statementName(sql);
        return query<Result>(client, sql, values, name).catch((error: unknown) => {
          if (!isPreparedElsewhere(error)) throw error;
          canPrepare = false;
          return query<Result>(client, sql, values);
        });
      }),
    );

  // A read may find that its connection has died since it was last used: once more, on another one.
  const read = async <Result>(sql: string, ...values: SqlValue[]) => {
    const retryLost = (error: unknown) => {
      if (!isConnectionLost(error)) throw error;
      return run<Result>(sql, values);
    };
    return (await run<Result>(sql, values).catch(retryLost).catch(throwTranslated)).rows;
  };

  /** Nothing is prepared in a transaction: the error that tells of a pooler would abort it. */
  const transaction = <T>(begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> =>
    withClient(async (client) => {
      try {
        await client.query(begin);
        const result = await work(client);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        // When this fails as well, the connection has been lost, which takes everything back too.
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });

  const write = <Result>(sql: string, ...values: SqlValue[]) =>
    run<Result>(sql, values).catch(throwTranslated);

  return {
    read,
    write,
    writeRecorded: <Result>({ atOnce }: Recorded) => write<Result>(...atOnce),
    writeAll(changes) {
      // What is generated could not be run again.
      const all = [...changes].map((change) => ('atOnce' in change ? change.atOnce : change));
      const runAll = async (client: PoolClient) => {
        for (const [sql, ...values] of all) await client.query(sql, values);
      };
      return retryConflict(isConflict, () => transaction(BEGIN_LONG, runAll)).catch(
        throwTranslated,
      );
    },
    transaction: (work) =>
      transaction(BEGIN_ALONE, (client) =>
        work(async (sql, ...values) => (await client.query<never>(sql, values)).rows),
      ).catch(throwTranslated),
    snapshot: (work) =>
      transaction(BEGIN_SNAPSHOT, (client) =>
        work(async (sql, ...values) => (await query<never>(client, sql, values)).rows),
      ).catch(throwTranslated),
    now: createServerClock(read),
    stats: () => ({
      gatehouse_storage_connections: pool.totalCount,
      gatehouse_storage_connections_idle: pool.idleCount,
      gatehouse_storage_connections_waiting: pool.waitingCount,
    }),
    revision: () => undefined,
    othersRevision: () => undefined,
    close: () => pool.end(),
  };
}

/** @param name to prepare it under, once for each connection */
async function query<Result>(
  client: PoolClient,
  text: string,
  values: SqlValue[],
  name?: string | false,
): Promise<Written<Result>> {
  // The server's own bound does not help when the network swallows everything, or where a pooler refuses it.
  const bounded = { text, values, query_timeout: STATEMENT_MS + 1_000, ...(name && { name }) };
  const { rows, rowCount } = await client.query<never>(bounded); // the caller names the columns
  return { rows, count: rowCount ?? 0 };
}

/** The same text has the same name in every process: behind a pooler they share a connection's statements. */
const statementName = (sql: string) => `gatehouse_${hash('sha256', sql).slice(0, 32)}`;

/** Runs a transaction again when another one was in its way: it has changed nothing then. */
async function retryConflict<T>(
  isInTheWay: (error: unknown) => boolean,
  run: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isInTheWay(error) || tried === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** tried));
    }
  }
}

/** How long a reading of the server's clock is counted on from, in ms. */
const CLOCK_MS = 10_000;

/**
 * The server's clock, which all processes share. It is read once in ten seconds of use and counted on with this
 * process's monotonic clock, which nobody can set: reading it for every write would double the round trips.
 */
function createServerClock(read: Read): () => Promise<Date> {
  let ahead = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - readAt > CLOCK_MS) {
      const sentAt = performance.now();
      const [row] = await read('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms');
      readAt = performance.now();
      ahead = Number(row?.['ms']) - (sentAt + readAt) / 2;
    }
    return new Date(performance.now() + ahead);
  };
}
