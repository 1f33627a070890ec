/** What the stores need of a storage: SQL that SQLite and PostgreSQL both accept, with `$1`, `$2` ... */
export interface Database {
  /** Outside any transaction. */
  read: Read;
  /**
   * One statement in a transaction of its own, on the disk when the promise resolves.
   *
   * @throws {UniqueViolation} a row, table or column of this name or value exists
   * @throws {DomainError} `STORAGE_UNAVAILABLE`: full, read-only, away; after a lost connection the outcome is not known
   */
  write(sql: string, ...values: SqlValue[]): Promise<Written>;
  /** All of them or none; errors as `write`. */
  writeAll(statements: Statement[]): Promise<void>;
  /** As `writeAll`, for more than fits into memory. Nothing else may write through this object meanwhile. */
  load(statements: Iterable<Statement> | AsyncIterable<Statement>): Promise<void>;
  /** SQL that gives the text of a column as JSON writes it, in quotes. */
  quoteJson(column: string): string;
  /** Reads that all see the same moment, whatever is written meanwhile. */
  snapshot<T>(work: (read: Read) => Promise<T>): Promise<T>;
  /** Runs a write that changes nothing, to find out whether writing works. */
  probe(sql: string): Promise<void>;
  /** One clock for all processes that serve the data. */
  now(): Promise<Date>;
  /** Gauges for `/metrics`, by name. */
  stats(): Record<string, number>;
  /**
   * Differs after every write of this process, and a tenth of a second after one of another process at the latest;
   * `undefined` where that cannot be known.
   */
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

/** A row with this value of a primary key or unique column, a table or a column of this name. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** Rows of one statement; SQLite takes 32,766 values and PostgreSQL 65,535 at most. */
const ROWS_MAX = 500;

/**
 * Inserts of many rows, in as few statements as can be; most have the same text.
 *
 * @param into table and columns: `bot_users (id, name)`
 * @param ending what follows the rows, such as `ON CONFLICT DO NOTHING`
 */
export function* insertRows(
  into: string,
  rows: Iterable<SqlValue[]>,
  ending = '',
): Generator<Statement> {
  let chunk: SqlValue[][] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < ROWS_MAX) continue;
    yield insert(into, chunk, ending);
    chunk = [];
  }
  if (chunk.length > 0) yield insert(into, chunk, ending);
}

function insert(into: string, rows: SqlValue[][], ending: string): Statement {
  let count = 0;
  const tuples = rows.map((row) => `(${row.map(() => `$${(count += 1)}`).join(', ')})`);
  return { sql: `INSERT INTO ${into} VALUES ${tuples.join(', ')} ${ending}`, values: rows.flat() };
}
