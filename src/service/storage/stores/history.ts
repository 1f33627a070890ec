import {
  COMMAND,
  isKey,
  type Author,
  type HistoryEntry,
  type HistoryOperation,
  type HistoryResource,
  type HistoryStore,
} from '#service/domain/history.ts';
import { timeOf } from '#service/domain/ids.ts';
import { toTimestamp } from '#service/domain/text.ts';
import {
  BOOLEANS,
  COLUMNS,
  insertRecords,
  isStorable,
  type Database,
  type Recorded,
  type SqlValue,
} from '#service/storage/database.ts';

/** Values of columns, by name. */
type Values = Record<string, SqlValue>;

const ofRoute = (name: string) =>
  // The route may just have been removed: then the change fails, by its reference.
  `coalesce((SELECT ${name} FROM routes WHERE routes.id = {route_id}), '')`;

/** Columns of an entry by those of a row, as SQL in which `{name}` is one: which row it is, and its version. */
const TOLD = {
  bot_users: {
    row: { resource_type: "'bot_user'", resource_id: '{id}', name: '{name}' },
    version: { name: '{name}', active: '{active}' },
  },
  ip_restrictions: {
    row: {
      resource_type: "'ip_restriction'",
      resource_id: '{route_id}',
      edge_id: ofRoute('edge_id'),
      name: ofRoute('label'),
    },
    version: { active: '{enabled}', policy_ids: '{ip_policy_ids}' },
  },
  api_keys: {
    row: { resource_type: "'api_key'", resource_id: '{id}', name: '{name}' },
    version: { name: '{name}', active: '{revoked_at} IS NULL' },
  },
  routes: {
    row: { resource_type: "'route'", resource_id: '{id}', edge_id: '{edge_id}', name: '{label}' },
    version: { name: '{label}' },
  },
  ip_policies: {
    row: { resource_type: "'ip_policy'", resource_id: '{id}', name: '{description}' },
    version: { name: '{description}' },
  },
};

type ToldTable = keyof typeof TOLD;

/** A parameter. PostgreSQL cannot always tell its type. */
const parameter = (number: number, column = '') =>
  `CAST($${number} AS ${BOOLEANS.includes(column) ? 'boolean' : 'text'})`;

/**
 * SQL of an entry's columns besides those of its author.
 *
 * @param set SQL of what is new, by column
 */
function told(table: ToldTable, operation: HistoryOperation, set: Record<string, string>) {
  const { row, version } = TOLD[table];
  const before = (sql: string) => sql.replaceAll(/[{}]/g, '');
  const after = (sql: string) =>
    before(sql.replaceAll(/\{(\w+)\}/g, (_, name) => set[name] ?? name));
  const [isNew, isGone] = [operation === 'create', operation === 'delete'];
  const columns: Record<string, string> = { operation: `'${operation}'` };
  for (const [name, sql] of Object.entries(row)) columns[name] = (isNew ? after : before)(sql);
  for (const [name, sql] of Object.entries(version)) {
    if (!isNew) columns[`old_${name}`] = before(sql);
    if (!isGone) columns[`new_${name}`] = after(sql);
  }
  return columns;
}

const AUTHOR = ['id', 'key_id', 'key_label', 'person', 'operation_id'] as const;

/** The texts of changes, by their shape: to make one takes longer than to run it. */
const texts = new Map<string, ReturnType<typeof textOf>>();

/**
 * A change of rows of a table, and its entry.
 *
 * @param set what is new; a change without anything writes what is there
 * @param where values of the row that is changed; `undefined`: it is made
 * @param also SQL of a further condition
 */
export function record(
  author: Author,
  table: ToldTable,
  operation: HistoryOperation,
  set: Values,
  where?: Values,
  also = '',
): Recorded {
  const [names, keys] = [Object.keys(set), Object.keys(where ?? {})];
  const shape = [table, operation, names, keys, also].join('|');
  const text = texts.get(shape) ?? textOf(table, operation, names, where && keys, also);
  texts.set(shape, text);
  const values = [...Object.values(set), ...Object.values(where ?? {})];
  const who = { ...author, id: author.newEntryId() };
  const entryValues = [...values, ...AUTHOR.map((name) => who[name])];
  return {
    inTurn: [
      [text.entry, ...entryValues],
      [text.change, ...values],
    ],
    atOnce: [text.atOnce, ...entryValues],
  };
}

function textOf(
  table: ToldTable,
  operation: HistoryOperation,
  names: string[],
  keys: string[] | undefined,
  also: string,
) {
  const numbered = [...names, ...(keys ?? [])].map((name, index) => parameter(index + 1, name));
  const set = Object.fromEntries(names.map((name, index) => [name, numbered[index] ?? '']));
  const known = keys?.map((name, index) => `${name} = ${numbered[names.length + index]}`);
  const where = known ? `WHERE ${known.join(' AND ')} ${also}` : '';
  const [key = ''] = COLUMNS[table];
  // The key of a row that is left alone would be looked up in its indexes.
  const assigned = names.length > 0 ? set : { [key]: key };
  const assignments = Object.entries(assigned).map((pair) => pair.join(' = '));
  const changes = {
    create: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${Object.values(set).join(', ')})`,
    update: `UPDATE ${table} SET ${assignments.join(', ')} ${where}`,
    delete: `DELETE FROM ${table} ${where}`,
  };
  const rows = known ? `FROM ${table} ${where}` : '';
  const columns = told(table, operation, set);
  for (const name of AUTHOR) columns[name] = parameter(numbered.push(name));
  const [into, values] = [Object.keys(columns), Object.values(columns)];
  const entry = `INSERT INTO history (${into.join(', ')}) SELECT ${values.join(', ')} ${rows}`;
  const change = changes[operation];
  const returning = operation === 'update' ? `RETURNING ${COLUMNS[table].join(', ')}` : '';
  // Another change of the row waits, so that the entry tells of what is changed.
  const [lock, and] = known ? ['FOR UPDATE', 'AND EXISTS (SELECT FROM entry)'] : ['', ''];
  return {
    entry,
    change: `${change} ${returning}`,
    // Several would be one way to the server and back each.
    atOnce: `WITH entry AS (${entry} ${lock} RETURNING id) ${change} ${and} ${returning}`,
  };
}

/** As it is stored: what a version does not have is null. */
type Row = Author & {
  id: string;
  operation: HistoryOperation;
  resource_type: HistoryResource;
  resource_id: string;
  edge_id: string | null;
  name: string;
} & Record<`${'old' | 'new'}_${'name' | 'policy_ids'}`, string | null> &
  Record<`${'old' | 'new'}_active`, boolean | null>;

export function createHistoryStore({ read, write, writeAll }: Database): HistoryStore {
  return {
    append: (author, change) =>
      writeAll(insertRecords('history', [{ ...author, ...change, id: author.newEntryId() }])),
    async page({ before, ...filter }, limit) {
      if (!Object.values(filter).every((text = '') => isStorable(text))) return [];
      const who = isKey(filter.who) ? 'key_id' : 'person';
      const columns = { resource: 'resource_id', who, operation: 'operation' };
      const values: SqlValue[] = [];
      const wanted = Object.entries(columns).flatMap(([name, column]) => {
        const value = filter[name as keyof typeof columns];
        if (value === undefined) return [];
        // Only the first one, of which there are the fewest entries, is looked up in its index.
        const compared = values.length === 0 ? column : `${column} || ''`;
        return [`${compared} = $${values.push(value)}`];
      });
      if (before !== undefined) wanted.push(`id < $${values.push(before)}`);
      const where = wanted.length > 0 ? `WHERE ${wanted.join(' AND ')}` : '';
      const end = `ORDER BY id DESC LIMIT $${values.push(limit)}`;
      const sql = `SELECT ${COLUMNS.history.join(', ')} FROM history ${where} ${end}`;
      return (await read<Row>(sql, ...values)).map(toEntry);
    },
    async removeBefore(id, most) {
      const old = `SELECT id FROM history WHERE id < $1 ORDER BY id LIMIT ${most}`;
      return (await write(`DELETE FROM history WHERE id IN (${old})`, id)).count;
    },
  };
}

function toEntry(row: Row): HistoryEntry {
  const { id, key_id, key_label: label, person, operation, operation_id } = row;
  const { resource_type: type, resource_id, edge_id, name } = row;
  return {
    id,
    at: toTimestamp(timeOf(id)),
    who: { key_id: key_id === COMMAND ? null : key_id, label, person },
    operation,
    resource: { type, id: resource_id, edge_id, name },
    before: versionIn(row, 'old'),
    after: versionIn(row, 'new'),
    operation_id,
  };
}

function versionIn(row: Row, side: 'old' | 'new') {
  const version = {
    name: row[`${side}_name`],
    active: row[`${side}_active`],
    // Written by the store of IP restrictions.
    ip_policy_ids: JSON.parse(row[`${side}_policy_ids`] ?? 'null') as string[] | null,
  };
  return Object.values(version).some((value) => value !== null) ? version : null;
}
