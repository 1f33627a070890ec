import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, OperatorError, ServiceError } from '#service/domain/errors.ts';
import { jsonIn } from '#service/domain/text.ts';
import {
  COLUMNS,
  insertRecords,
  type Database,
  type Read,
  type Row,
  type SqlValue,
  type Table,
} from '#service/storage/database.ts';
import { DATA_VERSION } from '#service/storage/migrations.ts';

const TABLES = Object.keys(COLUMNS) as Table[]; // TypeScript gives strings only

const CHUNK = 1_000;
const FORM = 1;

const NO_BACKUP = 'it is no backup of Gatehouse';

/**
 * Writes all data of one moment as JSON Lines: a head, a line `[table, ...values]` for every row, and an end with
 * the count and the SHA-256 of all lines before it. Keys are in it as hashes only.
 *
 * @param path must not exist; appears only once the backup is whole and on the disk
 * @returns rows
 * @throws {OperatorError} it cannot be written, or there is nothing to write
 */
export async function writeBackup({ snapshot }: Database, path: string): Promise<number> {
  if (existsSync(path)) throw new OperatorError(`${path} exists: name a new file.`);
  const partial = `${path}.partial`;
  let count = 0;
  async function* lines(read: Read) {
    const hash = createHash('sha256');
    const hashed = (text: string) => (hash.update(text), text);
    yield hashed(toLine({ gatehouse_backup: FORM, data_version: DATA_VERSION }));
    for (const table of TABLES)
      for await (const rows of chunks(read, table)) {
        count += rows.length;
        const values = rows.map((row) => [table, ...COLUMNS[table].map((name) => row[name])]);
        yield hashed(values.map(toLine).join(''));
      }
    if (count === 0) throw new OperatorError('There is no data to write.');
    yield toLine({ rows: count, sha256: hash.digest('hex') });
  }
  try {
    const options = { flag: 'wx', mode: 0o600, flush: true };
    await snapshot((read) => writeFile(partial, lines(read), options));
    await rename(partial, path);
    await syncDirectory(dirname(path));
    return count;
  } catch (error) {
    // The engine may have wrapped an error of the file as its own failure.
    const cause = (error instanceof Error && error.cause) || error;
    if (errorCode(cause) === 'EEXIST')
      throw new OperatorError(
        `${partial} exists: another backup writes it, or was ended. Remove it then, or name a new file.`,
      );
    await rm(partial, { force: true });
    throw inWords(`Cannot write the backup ${path}`, cause);
  }
}

/** JSON does not escape two characters at which some programs, and some versions of Node, end a line. */
const toLine = (content: unknown) =>
  `${JSON.stringify(content).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;

/** A rename is durable once the directory is synced. Windows cannot open directories. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function* chunks(read: Read, table: Table): AsyncGenerator<Row[]> {
  const [key = ''] = COLUMNS[table];
  const select = `SELECT ${COLUMNS[table].join(', ')} FROM ${table}`;
  let rows = await read(`${select} ORDER BY ${key} LIMIT ${CHUNK}`);
  while (rows.length > 0) {
    yield rows;
    const last = rows.at(-1)?.[key] ?? null;
    rows = await read(`${select} WHERE ${key} > $1 ORDER BY ${key} LIMIT ${CHUNK}`, last);
  }
}

/**
 * Fills an empty database from a backup: all of it or nothing.
 *
 * @returns rows
 * @throws {OperatorError} the file is not whole or of a newer version, or the database holds data
 */
export async function restoreBackup(database: Database, path: string): Promise<number> {
  for (const table of TABLES)
    if ((await database.read(`SELECT 1 AS one FROM ${table} LIMIT 1`)).length > 0)
      throw new OperatorError(
        'There is data already: restore into an empty directory (DATA_DIR) or database (DATABASE_URL).',
      );
  try {
    if (!(await stat(path)).isFile()) throw new Error('it is read twice, so it must be a file');
    const count = await checkWhole(path);
    await database.transaction(async (run) => {
      for await (const { table, rows } of runsOfRows(path))
        for (const statement of insertRecords(table, rows)) await run(...statement);
    });
    return count;
  } catch (error) {
    throw error instanceof ServiceError ? error : inWords(`Cannot restore ${path}`, error);
  }
}

/**
 * Reads the file to its end: when that belongs to the lines before it, every one of them is as it was written.
 *
 * @returns rows
 */
async function checkWhole(path: string): Promise<number> {
  const hash = createHash('sha256');
  let lines = 0;
  let last: string | undefined;
  for await (const line of linesOf(path)) {
    if (last === undefined) refuseHead(line);
    else hash.update(`${last}\n`);
    last = line;
    lines += 1;
  }
  if (last === undefined) throw new Error(NO_BACKUP);
  const { rows, sha256 } = parseLine(last);
  if (rows !== lines - 2 || sha256 !== hash.digest('hex'))
    throw new Error('it is incomplete: its end is missing, or something in it was changed');
  return rows;
}

function refuseHead(line: string): void {
  const { gatehouse_backup, data_version } = parseLine(line);
  if (gatehouse_backup !== FORM) throw new Error(NO_BACKUP);
  if (Number(data_version) > DATA_VERSION) throw new Error('a newer Gatehouse has written it');
}

/** What is no object has no such fields. */
const parseLine = (line: string) => Object(jsonIn(line)) as Record<string, unknown>;

/** Rows that follow each other in one table; the head and the end are no rows. */
async function* runsOfRows(path: string) {
  let run: { table: Table; rows: object[] } = { table: 'account', rows: [] };
  for await (const line of linesOf(path)) {
    if (!line.startsWith('[')) continue;
    const [table, ...values] = JSON.parse(line) as [Table, ...SqlValue[]]; // the file is whole
    if (table !== run.table || run.rows.length === CHUNK) {
      yield run;
      run = { table, rows: [] };
    }
    run.rows.push(Object.fromEntries(COLUMNS[table].map((name, index) => [name, values[index]])));
  }
  yield run;
}

/** Ended by a line feed and by nothing else, unlike those of `node:readline`. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function inWords(what: string, error: unknown): OperatorError {
  if (error instanceof OperatorError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new OperatorError(`${what}: ${reason}.`, { cause: error });
}
