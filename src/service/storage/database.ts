/** What the stores need of a storage: SQL that SQLite and PostgreSQL both accept, with `$1`, `$2` ... */
export interface Database {
  /** Outside any transaction. */
  read: Read;
  /**
   * One statement in a transaction of its own, on the disk when the promise resolves.
   *
   * @throws {UniqueViolation} a row, table or column of this name or value exists
   * @throws {ForeignKeyViolation} a row that it refers to is gone, or another one refers to its row
   * @throws {ServiceError} `STORAGE_UNAVAILABLE`: full, damaged, away; after a lost connection the outcome is not known
   */
  write<Result = Row>(sql: string, ...values: SqlValue[]): Promise<Written<Result>>;
  /** A change and its entry in the history, in one transaction; errors as `write`. */
  writeRecorded<Result = Row>(recorded: Recorded): Promise<Written<Result>>;
  /** All of them or none; errors as `write`. */
  writeAll(changes: Iterable<Statement | Recorded>): Promise<void>;
  /**
   * Statements of which all take effect or none, for as long as the work takes. No other process is in such a
   * transaction meanwhile, and nothing else may write through this object.
   */
  transaction(work: (run: Read) => Promise<void>): Promise<void>;
  /** Reads that all see the same moment, whatever others write meanwhile; nothing else may write through this object. */
  snapshot<T>(work: (read: Read) => Promise<T>): Promise<T>;
  /** One clock for all processes that serve the data. */
  now(): Promise<Date>;
  /** Gauges for `/metrics`, by name. */
  stats(): Record<string, number>;
  /**
   * Differs after every write of this process, and 5 ms after one of another process at the latest; `undefined` where
   * that cannot be known.
   */
  revision(): number | undefined;
  /** The same, after writes of other processes alone. */
  othersRevision(): number | undefined;
  /** Resolved writes are on the disk; one under way is lost. */
  close(): Promise<void>;
}

/** The type of a row is that of the columns that the statement names. */
export type Read = <Result = Row>(sql: string, ...values: SqlValue[]) => Promise<Result[]>;

export interface Written<Result = Row> {
  /** Of a statement with `RETURNING`. */
  rows: Result[];
  /** Rows that were inserted, changed or deleted. */
  count: number;
}

export type Statement = [sql: string, ...values: SqlValue[]];

/** The insert of an entry into the history, and the change that it tells of. */
export interface Recorded {
  /** To be run in one transaction. */
  inTurn: [entry: Statement, change: Statement];
  /** Both in one statement, as PostgreSQL reads it. */
  atOnce: Statement;
}

export type SqlValue = string | number | boolean | null;

export type Row = Record<string, SqlValue>;

/** Columns that hold booleans, which SQLite keeps as 0 and 1. */
export const BOOLEANS = ['active', 'enabled', 'read_only', 'old_active', 'new_active'];

/**
 * The tables in an order in which they can be filled; the first column is the key by which a backup reads them. New
 * columns go to the end: a backup of an older version has rows without them.
 */
export const COLUMNS = {
  account: ['id', 'created_at', 'demonstration'],
  api_keys: ['id', 'name', 'hash', 'read_only', 'created_at', 'revoked_at'],
  edges: ['id'],
  routes: ['id', 'edge_id', 'label'],
  ip_policies: ['id', 'description'],
  ip_restrictions: ['route_id', 'enabled', 'ip_policy_ids'],
  bot_users: ['id', 'name', 'active', 'created_at'],
  history: [
    'id',
    'key_id',
    'key_label',
    'person',
    'operation_id',
    'operation',
    'resource_type',
    'resource_id',
    'edge_id',
    'name',
    'old_name',
    'old_active',
    'old_policy_ids',
    'new_name',
    'new_active',
    'new_policy_ids',
  ],
};

export type Table = keyof typeof COLUMNS;

/** A row with this value of a primary key or unique column, a table or a column of this name. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation';
}

/** Rows of one statement; SQLite takes 32,766 values and PostgreSQL 65,535 at most. */
const ROWS_MAX = 500;

/** PostgreSQL refuses text with NUL, and turns lone surrogates into another character: no row can have such an id. */
export const isStorable = (text: string) => !/[\0\p{Cs}]/u.test(text);

/**
 * Inserts of many records, in as few statements as can be; most have the same text.
 *
 * @param records have the names of the columns; a list is written as JSON, and what is absent as null
 * @param ending what follows the rows, such as `ON CONFLICT DO NOTHING`
 */
export function* insertRecords(
  table: Table,
  records: Iterable<object>,
  ending = '',
): Generator<Statement> {
  let chunk: object[] = [];
  for (const record of records) {
    chunk.push(record);
    if (chunk.length < ROWS_MAX) continue;
    yield insert(table, chunk, ending);
    chunk = [];
  }
  if (chunk.length > 0) yield insert(table, chunk, ending);
}

function insert(table: Table, records: object[], ending: string): Statement {
  const names = COLUMNS[table];
  const values = records.flatMap((record) => {
    const fields = record as Record<string, SqlValue | string[] | undefined>; // those of the table
    return names.map((name) => toValue(fields[name] ?? null));
  });
  let count = 0;
  const tuples = records.map(() => `(${names.map(() => `$${(count += 1)}`).join(', ')})`);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES ${tuples.join(', ')} ${ending}`;
  return [sql, ...values];
}

const toValue = (field: SqlValue | string[]) =>
  Array.isArray(field) ? JSON.stringify(field) : field;
