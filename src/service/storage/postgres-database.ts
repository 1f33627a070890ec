import { Pool, type PoolClient } from 'pg';
import { storageUnavailable } from '#service/domain/failure.ts';
import { AlreadyThere, type Database, type Row, type SqlValue } from '#service/storage/database.ts';

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

  async function query(client: Pool | PoolClient, sql: string, values: SqlValue[]) {
    let name = names.get(sql);
    if (name === undefined) names.set(sql, (name = `gatehouse_${names.size}`));
    // The server's own bound does not help when the network swallows everything.
    const timed = { name, text: sql, values, query_timeout: 2 * STATEMENT_MS };
    const { rows, rowCount } = await client.query<Row>(timed);
    return { rows, count: rowCount ?? 0 };
  }

  async function transaction<T>(
    begin: string,
    work: (client: PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((failed: Error) => (broken = failed));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    // A read may find that its connection has died since it was last used: once more, on another one.
    async read(sql, ...values) {
      const { rows } = await settled(() => query(pool, sql, values))
        .catch((error: unknown) => {
          if (!isLostConnection(error)) throw error;
          return query(pool, sql, values);
        })
        .catch(rethrow);
      return rows;
    },
    write: (sql, ...values) => settled(() => query(pool, sql, values)).catch(rethrow),
    writeAll: (statements) =>
      settled(() =>
        transaction('BEGIN', async (client) => {
          // A large import may take longer than a request ever should.
          await client.query('SET LOCAL statement_timeout = 0');
          for (const { sql, values } of statements) await client.query(sql, values);
        }),
      ).catch(rethrow),
    load: (statements) =>
      transaction('BEGIN', async (client) => {
        await client.query('SET LOCAL statement_timeout = 0');
        for await (const { sql, values } of statements) await client.query(sql, values);
      }).catch(rethrow),
    snapshot: (work) =>
      transaction('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY', (client) =>
        work(async (sql, ...values) => (await query(client, sql, values)).rows),
      ).catch(rethrow),
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

/** Serialisation failure, deadlock. */
const isInTheWay = (error: unknown) => ['40001', '40P01'].includes(codeOf(error));

/** Unique violation, also of the catalogue when two processes make one table; table, column. */
const isTaken = (error: unknown) => ['23505', '42P07', '42701', '42710'].includes(codeOf(error));

/** No resources, read-only (a standby), statement time-out, no way to sign in, others in the way to the end. */
const isAway = (error: unknown) =>
  isLostConnection(error) || /^(53|25006|57014|28|3D|40)/.test(codeOf(error));

/** Connection exception, shut down or starting; or what the socket and the pool say themselves. */
function isLostConnection(error: unknown): boolean {
  if (/^(08|57P|E[A-Z_]+$)/.test(codeOf(error))) return true;
  return (
    error instanceof Error && /connection terminated|timeout|not queryable/i.test(error.message)
  );
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

function rethrow(error: unknown): never {
  if (isTaken(error)) throw new AlreadyThere('There already', { cause: error });
  if (isAway(error)) throw storageUnavailable(error);
  throw error;
}
