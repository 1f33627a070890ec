import { storageUnavailable } from '#service/domain/errors.ts';
import {
  BOOLEANS,
  ForeignKeyViolation,
  UniqueViolation,
  type Row,
  type SqlValue,
  type Written,
} from '#service/storage/database.ts';

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

/**
 * A connection to a SQLite file, whose calls are synchronous: by Node's own SQLite where this Node has it (22.13 and
 * later), else by the prebuilt one of `libsql`.
 */
export async function openSqlite(path: string) {
  const Driver: DriverClass = nodeSqlite() ?? (await import('libsql')).default;
  const driver = new Driver(path);
  const statements = new Map<string, (values: SqlValue[]) => Written>();

  function prepare(sql: string): (values: SqlValue[]) => Written {
    const statement = driver.prepare(toSqlite(sql));
    const order = [...sql.matchAll(PARAMETERS)].map(([, number]) => Number(number) - 1);
    const bound = (values: SqlValue[]) => order.map((index) => toBound(values[index] as SqlValue));
    if (!/^\s*(SELECT|PRAGMA)\b|\bRETURNING\b/i.test(sql))
      return (values) => ({ rows: [], count: Number(statement.run(...bound(values)).changes) });
    const booleans = BOOLEANS.filter((name) => sql.includes(name));
    return (values) => {
      // Never `.get()`: with libsql it leaves the statement open, and the write-ahead log grows for ever.
      const rows = statement.all(...bound(values)) as Row[]; // the tables hold nothing but text and integers
      for (const row of rows)
        for (const name of booleans) if (typeof row[name] === 'number') row[name] = row[name] === 1; // another one is null
      return { rows, count: rows.length };
    };
  }

  return {
    exec: (sql: string) => void driver.exec(sql),
    /** @param sql as the stores write it, see `Database`; prepared once for each text */
    run<Result = Row>(sql: string, ...values: SqlValue[]) {
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = prepare(sql);
        if (statements.size < KEPT_MAX) statements.set(sql, statement);
      }
      return statement(values) as Written<Result>; // the caller names the columns
    },
    close: () => void driver.close(),
  };
}

export type SqliteConnection = Awaited<ReturnType<typeof openSqlite>>;

/** The stores have about thirty; inserts of many rows differ by the number of rows. */
const KEPT_MAX = 60;

const PARAMETERS = /\$(\d+)/g;

/**
 * Without the numbers, for Node before 22.20 and 24.7 binds nothing to `?1`. SQLite compares by bytes anyway, and knows
 * no collation of PostgreSQL's name.
 */
const toSqlite = (sql: string) => sql.replaceAll(PARAMETERS, '?').replaceAll(' COLLATE "C"', '');

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

/** The file holds something else than SQLite has written. */
export const isDamaged = (error: unknown) =>
  hasText(error, /disk image is malformed|file is not a database|SQLITE_(CORRUPT|NOTADB)/i);

/** The disk is full, read-only or failing, or the file is damaged: another request would not help. */
export const isDiskFailure = (error: unknown) =>
  isBusy(error) ||
  isDamaged(error) ||
  hasText(error, /database or disk is full|disk I\/O error|readonly database|unable to open/i);

/** As the stores know it. */
export function translated(error: unknown): unknown {
  if (hasText(error, /UNIQUE constraint failed|already exists/i))
    return new UniqueViolation('Already exists', { cause: error });
  if (hasText(error, /FOREIGN KEY constraint failed/i))
    return new ForeignKeyViolation('Refers to what is not there', { cause: error });
  return isDiskFailure(error) ? storageUnavailable(error) : error;
}

const hasText = (error: unknown, text: RegExp) =>
  error instanceof Error && text.test(error.message);
