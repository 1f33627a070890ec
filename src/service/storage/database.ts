/** What the stores need of a storage: SQL that SQLite and PostgreSQL both read, written with `$1`, `$2` ... */
export interface Database {
  /** Outside any transaction. */
  read: Read;
  /**
   * One statement, a transaction of its own. When the promise is settled it is on the disk or has changed nothing.
   *
   * @throws {UniqueViolation} a value is there already
   * @throws {Failure} `STORAGE_UNAVAILABLE`: full, read-only, away; after a lost connection the outcome is not known
   */
  write(sql: string, ...values: SqlValue[]): Promise<Written>;
  /** All of them or none; errors as `write`. */
  writeAll(statements: Statement[]): Promise<void>;
  /** As `writeAll`, for more than the memory should hold. Nothing else may write through this object meanwhile. */
  load(statements: AsyncIterable<Statement>): Promise<void>;
  /** Reads that all see the same moment, whatever is written meanwhile. */
  snapshot<T>(work: (read: Read) => Promise<T>): Promise<T>;
  /** Differs after every write; `undefined` when this process is not the only one that writes. */
  revision(): number | undefined;
  close(): Promise<void>;
}

export type Read = (sql: string, ...values: SqlValue[]) => Promise<Row[]>;

export interface Written {
  /** Of a statement with `RETURNING`. */
  rows: Row[];
  /** Rows that were inserted, changed or deleted; of a statement without `RETURNING`. */
  count: number;
}

export interface Statement {
  sql: string;
  values: SqlValue[];
}

export type SqlValue = string | number | boolean | null;

/** A boolean may come back as 0 or 1. */
export type Row = Record<string, SqlValue>;

/** A row with this value of a primary key or unique column is there already. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** Values of one statement; SQLite takes 32,766 and PostgreSQL 65,535 at most. */
const VALUES_MAX = 30_000;

/**
 * Inserts of many rows, in as few statements as can be.
 *
 * @param into table and columns: `bot_users (id, name)`
 * @param ending what follows the rows, such as `ON CONFLICT DO NOTHING`
 */
export function insertRows(into: string, rows: SqlValue[][], ending = ''): Statement[] {
  const width = rows[0]?.length ?? 0;
  const rowsMax = Math.min(500, Math.floor(VALUES_MAX / Math.max(1, width)));
  const statements: Statement[] = [];
  for (let start = 0; start < rows.length; start += rowsMax) {
    const chunk = rows.slice(start, start + rowsMax);
    const tuples = chunk.map(
      (row, at) => `(${row.map((_, column) => `$${at * width + column + 1}`).join(', ')})`,
    );
    const sql = `INSERT INTO ${into} VALUES ${tuples.join(', ')} ${ending}`;
    statements.push({ sql, values: chunk.flat() });
  }
  return statements;
}
