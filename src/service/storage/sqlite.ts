/** What the stores need of a SQLite driver. Calls are synchronous; `?1`, `?2` ... take the values in order. */
export interface Database {
  exec(sql: string): void;
  /** @param sql written with `$1`, `$2` ..., as PostgreSQL reads it too */
  prepare(sql: string): Statement;
  close: () => void;
}

export interface Statement {
  all(...values: SqlValue[]): Row[];
  /** @returns changed rows */
  run(...values: SqlValue[]): number;
}

export type SqlValue = string | number | null;
export type Row = Record<string, SqlValue>;

/** The part that `node:sqlite` and `libsql` have in common. */
interface Driver {
  exec(sql: string): unknown;
  prepare(sql: string): {
    all(...values: SqlValue[]): unknown[];
    run(...values: SqlValue[]): { changes: number | bigint };
  };
  close(): unknown;
}

type DriverClass = new (path: string) => Driver;

/** Node's own SQLite where this Node has it (22.13 and later), else the prebuilt one of `libsql`. */
export async function openDatabase(path: string): Promise<Database> {
  const Driver: DriverClass = nodeSqlite() ?? (await import('libsql')).default;
  const driver = new Driver(path);
  return {
    exec: (sql) => void driver.exec(sql),
    prepare: (sql) => {
      const statement = driver.prepare(sql.replaceAll(/\$(\d+)/g, '?$1'));
      return {
        // Never `.get()`: with libsql it leaves the statement open, and the write-ahead log grows for ever.
        all: (...values) => statement.all(...values) as Row[], // the tables hold nothing but text and integers
        run: (...values) => Number(statement.run(...values).changes),
      };
    },
    close: () => void driver.close(),
  };
}

/** Asked for at run time: an import would end the process on a Node that has none. */
function nodeSqlite(): DriverClass | undefined {
  const { emitWarning } = process;
  // Node 22 calls it experimental on stderr, where an operator looks for what to do next.
  process.emitWarning = () => {};
  try {
    const module: { DatabaseSync?: DriverClass } | undefined =
      process.getBuiltinModule('node:sqlite');
    return module?.DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Another connection holds the lock that was asked for. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked|SQLITE_BUSY/i.test(error.message);
}
