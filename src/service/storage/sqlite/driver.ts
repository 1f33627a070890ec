import type { Row, SqlValue, Written } from '#service/storage/database.ts';

/** A connection to a SQLite file. Calls are synchronous. */
export interface SqliteConnection {
  exec(sql: string): void;
  /**
   * Prepared once for each text.
   *
   * @param sql as the stores write it, see `Database`
   */
  run(sql: string, values?: SqlValue[]): Written;
  close(): void;
}

type BoundValue = string | number | null;

/** The part that `node:sqlite` and `libsql` have in common. */
interface Driver {
  exec(sql: string): unknown;
  prepare(sql: string): {
    all(...values: BoundValue[]): unknown[];
    run(...values: BoundValue[]): { changes: number | bigint };
  };
  close(): unknown;
}

type DriverClass = new (path: string) => Driver;

/** Node's own SQLite where this Node has it (22.13 and later), else the prebuilt one of `libsql`. */
export async function openSqlite(path: string): Promise<SqliteConnection> {
  const Driver: DriverClass = nodeSqlite() ?? (await import('libsql')).default;
  const driver = new Driver(path);
  const statements = new Map<string, (values: BoundValue[]) => Written>();

  function prepare(sql: string): (values: BoundValue[]) => Written {
    const statement = driver.prepare(toSqlite(sql));
    if (!/^\s*(SELECT|PRAGMA)\b|\bRETURNING\b/i.test(sql))
      return (values) => ({ rows: [], count: Number(statement.run(...values).changes) });
    // Never `.get()`: with libsql it leaves the statement open, and the write-ahead log grows for ever.
    // The tables hold nothing but text and integers.
    return (values) => ({ rows: statement.all(...values) as Row[], count: 0 });
  }

  return {
    exec: (sql) => void driver.exec(sql),
    run(sql, values = []) {
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = prepare(sql);
        if (statements.size < KEPT_MAX) statements.set(sql, statement);
      }
      return statement(values.map(toBound));
    },
    close: () => void driver.close(),
  };
}

/** The stores have about thirty; inserts of many rows differ by the number of rows. */
const KEPT_MAX = 60;

const toSqlite = (sql: string) => sql.replaceAll(/\$(\d+)/g, '?$1');

const toBound = (value: SqlValue): BoundValue =>
  typeof value === 'boolean' ? Number(value) : value;

/** Looked up at run time: an import would fail on a Node that has none. */
function nodeSqlite(): DriverClass | undefined {
  const { emitWarning } = process;
  // Node 22 prints a warning that it is experimental, which an operator cannot act on.
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
export const isBusy = (error: unknown) => hasText(error, /database is locked|SQLITE_BUSY/i);

export const isUniqueViolation = (error: unknown) =>
  hasText(error, /UNIQUE constraint failed|already exists|duplicate column name/i);

/** The disk is full, read-only or failing: another request would not help. */
export const isDiskFailure = (error: unknown) =>
  isBusy(error) ||
  hasText(error, /database or disk is full|disk I\/O error|readonly database|unable to open/i);

const hasText = (error: unknown, text: RegExp) =>
  error instanceof Error && text.test(error.message);
