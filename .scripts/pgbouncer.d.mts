// The tests below `src` see no JavaScript; `pgbouncer.mjs` is checked against these types.

/** A pooler before one database. It ends with the process that started it, in whatever way that one ends. */
export interface Pgbouncer {
  /** The database's URL, through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface PgbouncerOptions {
  /** Default: `transaction`. */
  poolMode?: 'session' | 'transaction' | 'statement';
  /** Connections to the server at most. With 1 all clients share one. Default: 20. */
  poolSize?: number;
  /** 0, the default, is what pgbouncer before 1.21 does: it passes prepared statements on without a look. */
  maxPreparedStatements?: number;
}

/**
 * @param databaseUrl of `createDatabase`
 * @returns `undefined` when there is no pgbouncer, or one that is too old for `maxPreparedStatements`; `findPgbouncer`
 *   tells why
 */
export function startPgbouncer(
  databaseUrl: string,
  options?: PgbouncerOptions,
): Promise<Pgbouncer | undefined>;
