import { createHash } from 'node:crypto';
import { createReadStream, existsSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import {
  insertRows,
  type Database,
  type Row,
  type SqlValue,
  type Statement,
} from '#service/storage/database.ts';
import { DATA_VERSION } from '#service/storage/migrations.ts';
import { StorageError } from '#service/storage/storage-error.ts';

/** In an order in which they can be filled; the first column is the key by which they are read. */
const TABLES: Record<string, string[]> = {
  account: ['id', 'created_at'],
  api_keys: ['id', 'name', 'hash', 'read_only', 'created_at', 'revoked_at'],
  edges: ['id'],
  routes: ['id', 'edge_id', 'label'],
  ip_policies: ['id', 'description'],
  ip_restrictions: ['route_id', 'enabled', 'ip_policy_ids'],
  bot_users: ['id', 'name', 'active', 'created_at'],
};

/** Tables whose 0 and 1 are booleans, by column: both storages read and write the same file. */
const BOOLEANS = new Set(['read_only', 'enabled', 'active']);

const CHUNK = 1_000;
const FORM = 1;

/**
 * Writes all data of one moment as JSON Lines: a head, a line `[table, ...values]` for every row, and an end with
 * the count and the SHA-256 of all lines before it. Keys are in it as hashes only.
 *
 * @param path must not exist; nothing lies there before the file is whole and on the disk
 * @returns rows
 */
export async function writeBackup(database: Database, path: string): Promise<number> {
  if (existsSync(path)) throw new StorageError(`${path} exists: name a new file.`);
  const partial = `${path}.partial`;
  const hash = createHash('sha256');
  let count = 0;
  try {
    const file = await open(partial, 'w', 0o600);
    try {
      const write = async (lines: unknown[]) => {
        const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
        hash.update(text);
        await file.appendFile(text);
      };
      await write([{ gatehouse_backup: FORM, data_version: DATA_VERSION }]);
      await database.snapshot(async (read) => {
        for (const [table, columns] of Object.entries(TABLES))
          for await (const rows of chunks(read, table, columns)) {
            count += rows.length;
            await write(rows.map((row) => [table, ...columns.map((name) => toJson(row, name))]));
          }
      });
      await write([{ rows: count, sha256: hash.copy().digest('hex') }]);
      await file.sync();
    } finally {
      await file.close();
    }
    renameSync(partial, path);
    return count;
  } catch (error) {
    rmSync(partial, { force: true });
    throw inWords(`Cannot write the backup ${path}`, error);
  }
}

async function* chunks(read: Database['read'], table: string, columns: string[]) {
  const [key = ''] = columns;
  const select = `SELECT ${columns.join(', ')} FROM ${table}`;
  let rows = await read(`${select} ORDER BY ${key} LIMIT ${CHUNK}`);
  while (rows.length > 0) {
    yield rows;
    const last = rows.at(-1)?.[key] ?? null;
    rows = await read(`${select} WHERE ${key} > $1 ORDER BY ${key} LIMIT ${CHUNK}`, last);
  }
}

const toJson = (row: Row, column: string): SqlValue =>
  BOOLEANS.has(column) ? Boolean(row[column]) : (row[column] ?? null);

/**
 * Fills an empty database from a backup: all of it or nothing.
 *
 * @returns rows
 * @throws {StorageError} the file is not whole, is of a newer version, or the database holds data
 */
export async function restoreBackup(database: Database, path: string): Promise<number> {
  const count = await check(path).catch((error: unknown) => {
    throw inWords(`Cannot restore ${path}`, error);
  });
  for (const table of Object.keys(TABLES))
    if ((await database.read(`SELECT 1 AS one FROM ${table} LIMIT 1`)).length > 0)
      throw new StorageError(
        'There is data already: restore into an empty directory (DATA_DIR) or database (DATABASE_URL).',
      );
  await database.load(inserts(path));
  return count;
}

/** Reads the whole file once, before anything is changed. */
async function check(path: string): Promise<number> {
  let count = 0;
  let head: unknown;
  let end: unknown;
  let before = '';
  const hash = createHash('sha256');
  for await (const line of linesOf(path)) {
    hash.update(before);
    before = `${line}\n`;
    const content: unknown = JSON.parse(line);
    head ??= content;
    if (Array.isArray(content)) count += 1;
    end = content;
  }
  const { gatehouse_backup, data_version } = asRecord(head);
  if (gatehouse_backup !== FORM) throw new Error('it is no backup of Gatehouse');
  if (Number(data_version) > DATA_VERSION) throw new Error('a newer Gatehouse has written it');
  const { rows, sha256 } = asRecord(end);
  if (rows !== count || sha256 !== hash.digest('hex'))
    throw new Error('it is not whole: its end is missing or something in it was changed');
  return count;
}

async function* inserts(path: string): AsyncGenerator<Statement> {
  let table = '';
  let rows: SqlValue[][] = [];
  const flush = () => insertRows(`${table} (${TABLES[table]?.join(', ')})`, rows.splice(0));

  for await (const line of linesOf(path)) {
    const content: unknown = JSON.parse(line);
    if (!Array.isArray(content)) continue;
    const [name, ...values] = content as [string, ...SqlValue[]]; // `check` has seen the sum of what was written
    if (name !== table || rows.length === CHUNK) {
      if (rows.length > 0) yield* flush();
      table = name;
    }
    rows.push(values);
  }
  if (rows.length > 0) yield* flush();
}

const linesOf = (path: string) => createInterface({ input: createReadStream(path, 'utf8') });

const asRecord = (content: unknown): Record<string, unknown> =>
  typeof content === 'object' && content !== null ? { ...content } : {};

function inWords(what: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const isSyntax = error instanceof SyntaxError;
  const reason = isSyntax
    ? 'it is no backup of Gatehouse'
    : error instanceof Error
      ? error.message
      : String(error);
  return new StorageError(`${what}: ${reason}.`, { cause: error });
}
