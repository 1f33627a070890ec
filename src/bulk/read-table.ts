import { csvRows, separatorOf } from '#bulk/csv-rows.ts';
import { inSlices, type Slices } from '#bulk/in-slices.ts';
import {
  areHeadings,
  fieldCalled,
  fieldsOf,
  INCOMPLETE,
  JSON_BEGINS,
  type ListMeaning,
  type Place,
  type Reading,
  type ReadList,
} from '#bulk/read-list.ts';

type Fields = Readonly<Record<string, string>>;

/** What the columns of a table mean. Unlike in a list of ids, blanks in a cell separate nothing. */
export interface TableMeaning<Item> extends Pick<ListMeaning<Item>, 'names' | 'headings'> {
  /** The field of a JSON object that holds all rows. */
  list: string;
  /** The field that may be a list of texts. */
  texts?: string;
  /** Of a row without headings. */
  fromCells: (cells: readonly string[]) => Reading<Item>;
  /** Of a row under headings, or of a JSON object. */
  fromFields: (fields: Fields) => Reading<Item>;
}

export interface Table<Item> extends ReadList<Item> {
  /** Columns and fields that mean nothing here, as they are called. */
  unused: Set<string>;
  /** It has a row of headings, or is JSON. */
  isHeaded: boolean;
}

export const emptyTable = <Item>(): Table<Item> => {
  return { items: [], unreadable: [], unused: new Set(), isHeaded: false };
};

/** CSV with or without headings, JSON and JSON Lines. What is wrong in a line concerns that line alone. */
export const readTable = <Item>(source: string, meaning: TableMeaning<Item>) =>
  inSlices(readInSlices(source, meaning));

type Add<Item> = (reading: Reading<Item>, place: Place, text: string) => void;

function* readInSlices<Item>(source: string, meaning: TableMeaning<Item>): Slices<Table<Item>> {
  const table = emptyTable<Item>();
  const add: Add<Item> = (reading, place, text) =>
    'item' in reading
      ? void table.items.push({ item: reading.item, ...place })
      : void table.unreadable.push({ ...place, text, reason: reading.reason });
  const all = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  yield;
  if (JSON_BEGINS.test(all)) yield* readJson(all, table, meaning, add);
  else yield* readRows(all, table, meaning, add);
  return table;
}

function* readJson<Item>(
  all: string,
  table: Table<Item>,
  meaning: TableMeaning<Item>,
  add: Add<Item>,
): Slices<void> {
  table.isHeaded = true;
  const whole = parse(all);
  if (whole !== undefined)
    for (const [at, value] of entriesOf(whole, meaning).entries()) {
      const text = jsonOf(value === undefined ? whole : value);
      add(readingOf(value, meaning, table.unused), { line: 1, entry: at + 1 }, text);
      yield;
    }
  else
    for (const [at, line] of all.split('\n').entries()) {
      const text = line.trim();
      const value = parse(text.replace(/,$/, ''));
      const reading =
        value === undefined ? { reason: 'it is no JSON' } : readingOf(value, meaning, table.unused);
      if (text !== '') add(reading, { line: at + 1 }, text);
      yield;
    }
  // A list that is cut off is not many lines without JSON.
  if (whole === undefined && table.items.length === 0)
    table.unreadable = [{ line: 1, text: all.slice(0, 100), ...INCOMPLETE }];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const jsonOf = (value: unknown) => JSON.stringify(value).slice(0, 300);

function entriesOf<Item>(whole: unknown, meaning: TableMeaning<Item>): unknown[] {
  if (Array.isArray(whole)) return whole;
  const fields = new Map(Object.entries(whole as object)); // it begins with a brace
  const list: unknown = fields.get(meaning.list);
  if (Array.isArray(list)) return list;
  // Any file of settings may have a name.
  const isRow = [...fields.keys()].every((name) => fieldCalled(name, meaning) !== undefined);
  return isRow ? [whole] : [undefined];
}

/** Of an entry of JSON. */
function readingOf<Item>(
  value: unknown,
  meaning: TableMeaning<Item>,
  unused: Set<string>,
): Reading<Item> {
  if (value === undefined) return { reason: `it has no list ${meaning.list}` };
  if (typeof value === 'string') return meaning.fromCells([value.trim()]);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { reason: 'it is no object' };
  const fields: Record<string, string> = {};
  for (const [name, content] of Object.entries(value) as Array<[string, unknown]>) {
    const field = fieldCalled(name, meaning);
    if (field === IGNORED) continue;
    if (field === undefined || field in fields) unused.add(name);
    else if (typeof content === 'string') fields[field] = content.trim();
    else if (typeof content === 'boolean' || typeof content === 'number')
      fields[field] = String(content);
    else if (field === meaning.texts && isTexts(content)) fields[field] = content.join(' ');
    else if (content !== null) return { reason: `${name} is neither a text nor true or false` };
  }
  return meaning.fromFields(fields);
}

const isTexts = (content: unknown): content is string[] =>
  Array.isArray(content) && content.every((each) => typeof each === 'string');

/** The name of columns that a file of ours has besides. */
export const IGNORED = 'ignored';

function* readRows<Item>(
  all: string,
  table: Table<Item>,
  meaning: TableMeaning<Item>,
  add: Add<Item>,
): Slices<void> {
  let head: { text: string; names: Array<string | undefined> } | undefined;
  // The first line tells what separates columns: most of the others may have a single cell.
  const [first = ''] = all.trimStart().split('\n', 1);
  for (const { line, text, cells, isBroken } of csvRows(all, separatorOf(first))) {
    if (head ? text === head.text : isHeading(cells)) {
      head = { text, names: columnsOf(cells, meaning, table.unused) };
      table.isHeaded = true;
    } else if (cells.some((cell) => cell !== '')) {
      const reason = isBroken ? 'a quote in it is not closed' : faultOf(text, cells, head?.names);
      if (reason !== undefined) add({ reason }, { line }, text);
      else if (head) add(meaning.fromFields(fieldsOf(head.names, cells)), { line }, text);
      else add(meaning.fromCells(cells), { line }, text);
    }
    yield;
  }

  /** The first row, or a row of nothing but headings below a title. */
  function isHeading(cells: readonly string[]): boolean {
    const names = cells.map((cell) => fieldCalled(cell, meaning));
    if (!areHeadings(names, meaning)) return false;
    const isFirst = table.items.length + table.unreadable.length === 0;
    return isFirst || (cells.length > 1 && cells.every((cell, at) => cell === '' || names[at]));
  }
}

function faultOf(text: string, cells: readonly string[], names: readonly unknown[] = cells) {
  if (text.includes('\uFFFD')) return 'a character in it is broken: save the file as UTF-8';
  const isLonger = cells.slice(names.length).some((cell) => cell !== '');
  return isLonger ? 'it has more cells than there are headings' : undefined;
}

/** What each column means; `undefined`: nothing, or what an earlier one means as well. */
function columnsOf<Item>(
  cells: readonly string[],
  meaning: TableMeaning<Item>,
  unused: Set<string>,
) {
  const names = cells.map((cell) => fieldCalled(cell, meaning));
  return names.map((name, at) => {
    if (name !== undefined && names.indexOf(name) === at) return name;
    const heading = cells[at] ?? '';
    if (heading !== '' && name !== IGNORED) unused.add(heading);
    return undefined;
  });
}
