import { Pool, type PoolClient } from 'pg';
import { storageUnavailable } from '#service/domain/errors.ts';
import {
  UniqueViolation,
  type Database,
  type Row,
  type SqlValue,
  type Written,
} from '#service/storage/database.ts';
import {
  isAway,
  isInTheWay,
  isLost,
  isTaken,
  isUnanswered,
} from '#service/storage/postgres/errors.ts';

export interface PostgresOptions {
  /** Of this process; every instance has its own. */
  connections: number;
  /** A connection that was lost while nobody used it: the pool makes another one. */
  onLost?: (error: Error) => void;
}

/** Longest wait for a free or new connection, and for one statement, in ms. */
const CONNECT_MS = 3_000;
const STATEMENT_MS = 5_000;

/** Times that a transaction is tried while others get in its way. */
const TRIES = 8;

/**
 * PostgreSQL, or an engine that speaks its protocol; decisions/0007 lists what it has to know.
 *
 * @param url with user and password: never to be shown
 */
export function openPostgresDatabase(url: string, options: PostgresOptions): Database {
  const pool = new Pool({
    connectionString: url,
    max: options.connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: 'gatehouse',
  });
  pool.on('error', (error) => options.onLost?.(error));
  /** Statements are prepared once a connection, by name. */
  const names = new Map<string, string>();

  /** A connection of the pool, which takes it back only when it can still be used. */
  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    // The query under way fails by itself; without a listener the event would end the process.
    const onError = (error: Error) => (broken = error);
    client.on('error', onError);
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof Error && (isLost(error) || isUnanswered(error))) broken = error;
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async function query(client: PoolClient, sql: string, values: SqlValue[]): Promise<Written> {
    let name = names.get(sql);
    if (name === undefined) names.set(sql, (name = `gatehouse_${names.size}`));
    // The server's own bound does not help when the network swallows everything.
    const timed = { name, text: sql, values, query_timeout: STATEMENT_MS + 1_000 };
    const { rows, rowCount } = await client.query<Row>(timed);
    return { rows, count: rowCount ?? 0 };
  }

  const run = (sql: string, values: SqlValue[]) =>
    settled(() => withClient((client) => query(client, sql, values)));

  const transaction = <T>(begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> =>
    withClient(async (client) => {
      await client.query(begin);
      try {
        const result = await work(client);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        // When this fails as well, the connection has been lost, which takes everything back too.
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });

  /** A large import may take longer than a request ever should. */
  const LONG = 'SET LOCAL statement_timeout = 0';

  return {
    // A read may find that its connection has died since it was last used: once more, on another one.
    read: async (sql, ...values) => {
      const again = (error: unknown) => {
        if (!isLost(error)) throw error;
        return run(sql, values);
      };
      return (await run(sql, values).catch(again).catch(rethrow)).rows;
    },
    write: (sql, ...values) => run(sql, values).catch(rethrow),
    writeAll: (statements) =>
      settled(() =>
        transaction('BEGIN', async (client) => {
          await client.query(LONG);
          for (const { sql, values } of statements) await client.query(sql, values);
        }),
      ).catch(rethrow),
    load: (statements) =>
      transaction('BEGIN', async (client) => {
        await client.query(LONG);
        for await (const { sql, values } of statements) await client.query(sql, values);
      }).catch(rethrow),
    snapshot: (work) =>
      transaction('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY', (client) =>
        work(async (sql, ...values) => (await query(client, sql, values)).rows),
      ).catch(rethrow),
    probe: async (sql) => void (await run(sql, []).catch(rethrow)),
    quoteJson: (column) => `CAST(to_json(${column}) AS text)`,
    revision: () => undefined,
    close: () => pool.end(),
  };
}

/** Runs a transaction again when another one has got in its way: it has changed nothing then. */
async function settled<T>(run: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isInTheWay(error) || tried === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** tried));
    }
  }
}

function rethrow(error: unknown): never {
  if (isTaken(error)) throw new UniqueViolation('There already', { cause: error });
  if (isAway(error)) throw storageUnavailable(error);
  throw error;
}
