// The tests below `src` see no JavaScript; `pgbouncer.mjs` is checked against these types.

/** A pooler before one database. It ends with the process that started it, in whatever way that one ends. */
export interface Pgbouncer {
  /** The database's URL, through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * @param databaseUrl of `createDatabase`
 * @param options `poolSize`: connections to the server at most; with 1 all clients share one. Default: 20
 * @returns `undefined` when there is no pgbouncer; `findPgbouncer` tells why
 */
export function startPgbouncer(
  databaseUrl: string,
  options?: { poolSize?: number },
): Promise<Pgbouncer | undefined>;
