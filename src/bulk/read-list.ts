import { inSlices, type Slices } from '#bulk/in-slices.ts';
import { csvRows, firstRows, wordsOf, type CsvRow } from '#bulk/read-csv.ts';

type Fields = Readonly<Record<string, string>>;

/** What the rows of typed, pasted or chosen lists mean: only the caller knows. */
export interface ListMeaning<Item> {
  /** What columns and fields are called, by what they mean: `{ edge: ['edge', 'edgeid'] }`, without blanks and case. */
  names: Readonly<Record<string, readonly string[]>>;
  /** Columns that make a row one of headings, also with columns of other names beside them; what identifies is first. */
  headings: readonly [readonly string[], ...Array<readonly string[]>];
  /** Fields of a JSON object that hold the list. */
  lists: readonly [string, ...string[]];
  /** The field that may be a list of texts. */
  texts?: string;
  /** Lists of ids: whatever separates the words of a row. In tables names have blanks. */
  hasWords?: boolean;
  /** Reads a row without headings. Most rows are one item; a row of ids may be several. */
  fromCells: (cells: readonly string[]) => Reading<Item> | Array<Reading<Item>>;
  /** Reads a row under headings, or a JSON object. */
  fromFields: (fields: Fields) => Reading<Item>;
}

/** `reason`: `one id is missing` */
export type Reading<Item> = { item: Item } | { reason: string };

/** Both from 1: the line of the text, and which of the entries of a JSON list that begins there. */
export type Place = { line: number; entry?: number };

/** `Line 1,207`, `Line 1, entry 3` */
export const placeText = ({ line, entry }: Place) =>
  `Line ${line.toLocaleString('en')}${entry === undefined ? '' : `, entry ${entry.toLocaleString('en')}`}`;

/** `text`: what can be corrected and read again. */
export type UnreadableLine = Place & { text: string; reason: string };

export interface ReadList<Item> {
  /** In the order of the text, repeats included. */
  items: Array<{ item: Item } & Place>;
  unreadable: UnreadableLine[];
  /** Columns and fields that mean nothing here, as they are called. */
  unused: Set<string>;
  /** It is a page of the API, or an export that says so. */
  isPart?: boolean;
  /** The row of headings; empty where fields are named in JSON. */
  head?: string;
}

export const emptyList = <Item>(): ReadList<Item> => {
  return { items: [], unreadable: [], unused: new Set() };
};

/** As `readList`, without keeping the page from its work. */
export const readLongList = <Item>(source: string, meaning: ListMeaning<Item>) =>
  inSlices(readInSlices(source, meaning));

/** CSV with or without headings, JSON, JSON Lines and lists of ids. A fault in a row concerns that row alone. */
export function readList<Item>(source: string, meaning: ListMeaning<Item>): ReadList<Item> {
  const work = readInSlices(source, meaning);
  let next = work.next();
  while (!next.done) next = work.next();
  return next.value;
}

function* readInSlices<Item>(source: string, meaning: ListMeaning<Item>): Slices<ReadList<Item>> {
  const list = emptyList<Item>();
  const all = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  yield;
  yield* JSON_BEGINS.test(all) ? addJsonText() : addTable();
  return list;

  /** One JSON text, or JSON Lines: then the first line has an end, or the next one begins anew. */
  function* addJsonText(): Slices<void> {
    list.head = '';
    const whole = jsonIn(all);
    yield;
    const [first = '', second = ''] = all.trim().split(/\n\s*/, 2);
    const isNext = JSON_BEGINS.test(second) && !/\[\s*$/.test(first);
    const isLines = !whole && (isNext || /[}\]],?\s*$/.test(first));
    for (const [at, text] of (isLines ? all.split('\n') : [all]).entries()) {
      const json = whole ?? jsonIn(text);
      if (json) yield* addJson(json, { line: at + 1 }, text);
      else if (text.trim() !== '')
        add(JSON_BEGINS.test(text) ? INCOMPLETE : NO_JSON, { line: at + 1 }, text.trim());
      yield;
    }
  }

  function* addJson(json: object, place: Place, text: string): Slices<void> {
    const entries = entriesOf(json, meaning);
    if (!entries) return add({ reason: `it has no list ${meaning.lists[0]}` }, place, text);
    const fields: { next_page_uri?: unknown; partial?: unknown } = json;
    if (fields.next_page_uri || fields.partial) list.isPart = true;
    const isListed = text === all || entries.length > 1;
    for (const [at, value] of entries.entries()) {
      const reading = readEntry(value, meaning, list.unused);
      const entry = isListed ? { entry: at + 1 } : {};
      add(reading, { ...place, ...entry }, 'item' in reading ? '' : JSON.stringify(value));
      yield;
    }
  }

  function* addTable(): Slices<void> {
    const { head, separator } = headOf(all, meaning);
    let columns: Array<string | undefined> | undefined;
    for (const row of csvRows(all, separator)) {
      const { line, text, cells } = row;
      if (text.trim() === head) {
        list.head = text;
        columns = columnsOf(cells, meaning, list.unused);
      } else if (cells.some((cell) => cell !== '')) {
        // A title or a comment: nobody wants a bot user of that name.
        const isAbove = head !== undefined && !columns;
        add(isAbove ? ABOVE_HEADINGS : readRow(row, columns, meaning), { line }, text);
      }
      yield;
    }
  }

  function add(read: Reading<Item> | Array<Reading<Item>>, place: Place, text: string) {
    const readings = [read].flat();
    for (const reading of readings)
      if ('item' in reading) list.items.push({ item: reading.item, ...place });
    const refused = readings.find((reading) => 'reason' in reading);
    if (refused) list.unreadable.push({ ...place, text, reason: refused.reason });
  }
}

/** The row of headings, if there is one, and what separates columns. Above it may stand rows of one cell: a title. */
export function headOf<Item>(text: string, meaning: ListMeaning<Item>) {
  const [first, ...others] = firstRows(text);
  const isTable = ({ cells }: { cells: string[] }) =>
    cells.filter((cell) => cell.trim() !== '').length > 1;
  const table = [first, ...others].find(isTable) ?? first;
  const head = [first, table].find(({ cells }) => areHeadings(cells, meaning));
  return { head: head?.text.trim(), separator: table.separator };
}

/** A list of lists, objects or texts, or an object. */
export const JSON_BEGINS = /^\s*(?:\[\s*["[{\]]|\{\s*["}])/;

function jsonIn(text: string): object | undefined {
  if (!JSON_BEGINS.test(text)) return undefined;
  try {
    // By its bracket it is a list or an object.
    return JSON.parse(text.trim().replace(/,$/, '')) as object;
  } catch {
    return undefined;
  }
}

/** The first way to read it that leaves nothing unread; else what the first of all ways says. */
function readRow<Item>(
  { text, cells, isBroken }: Omit<CsvRow, 'line'>,
  names: ReadonlyArray<string | undefined> | undefined,
  meaning: ListMeaning<Item>,
) {
  if (text.includes('\uFFFD')) return BROKEN_TEXT;
  if (names && cells.slice(names.length).some((cell) => cell !== '') && !isBroken)
    return { reason: 'it has more cells than there are headings' };
  const reading = names ? meaning.fromFields(fieldsOf(names, cells)) : meaning.fromCells(cells);
  const first = isBroken ? { reason: 'a quote in it is not closed' } : reading;
  // Under headings the words of a row would be another column's.
  if (!meaning.hasWords || (names && !isBroken)) return first;
  // A row of words with a single cell may have another separator.
  const isOneCell = cells.length === 1 && !isBroken;
  const ways = [...(isOneCell ? [] : [first]), meaning.fromCells(wordsOf(text))];
  const readings = ways.map((way) => [way].flat());
  return readings.find((way) => way.every((each) => 'item' in each)) ?? readings[0] ?? [];
}

/** The values of a row by what their columns mean. */
function fieldsOf(names: ReadonlyArray<string | undefined>, values: readonly string[]) {
  const fields: Record<string, string> = {};
  for (const [at, name] of names.entries()) if (name) fields[name] = values[at] ?? '';
  return fields;
}

/** The name of columns that a file of ours has besides. */
export const IGNORED = 'ignored';

/** What each column means; `undefined`: nothing, or what an earlier one means as well. */
function columnsOf<Item>(
  cells: readonly string[],
  meaning: ListMeaning<Item>,
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

/** Whether a row, or the names of fields, are what a table of this meaning needs. */
export function areHeadings<Item>(cells: readonly string[], meaning: ListMeaning<Item>) {
  const names = cells.map((cell) => fieldCalled(cell, meaning));
  return meaning.headings.some((needed) => needed.every((name) => names.includes(name)));
}

function fieldCalled<Item>(name: string, { names }: ListMeaning<Item>) {
  const key = name.toLowerCase().replaceAll(/[\s_.-]/g, '');
  return Object.keys(names).find((field) => names[field]?.includes(key));
}

/** @returns `undefined`: it has no list, and is no row either */
function entriesOf<Item>(json: object, meaning: ListMeaning<Item>): unknown[] | undefined {
  if (Array.isArray(json)) return json;
  const fields = new Map<string, unknown>(Object.entries(json));
  const list = meaning.lists.map((name) => fields.get(name)).find(Array.isArray);
  if (list) return list;
  // Any file of settings may have a name.
  const names = Array.from(fields.keys(), (name) => fieldCalled(name, meaning));
  const isRow = names.every(Boolean) || meaning.headings[0].every((name) => names.includes(name));
  return isRow ? [json] : undefined;
}

function readEntry<Item>(
  value: unknown,
  meaning: ListMeaning<Item>,
  unused: Set<string>,
): Reading<Item> | Array<Reading<Item>> {
  if (typeof value === 'string')
    return readRow({ text: value, cells: [value.trim()], isBroken: false }, undefined, meaning);
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
  const isBroken = Object.values(fields).some((text) => text.includes('\uFFFD'));
  return isBroken ? BROKEN_TEXT : meaning.fromFields(fields);
}

const isTexts = (content: unknown): content is string[] =>
  Array.isArray(content) && content.every((each) => typeof each === 'string');

const NO_JSON = { reason: 'it is no JSON' };
const INCOMPLETE = { reason: 'the JSON that begins here is not complete' };
const ABOVE_HEADINGS = { reason: 'it stands above the headings' };
const BROKEN_TEXT = { reason: 'a character in it is broken: save the file as UTF-8' };
