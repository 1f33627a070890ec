import Papa from 'papaparse';
import { unguarded } from '#bulk/csv.ts';
import { atOnce, inSlices, type Slices } from '#bulk/in-slices.ts';

/** Reads typed, pasted or chosen lists. What a row means, only the caller knows: routes here, policies in the editor. */
export interface ListMeaning<Item> {
  /** Cells are texts, so that blanks separate nothing, and only the first row can be one of headings. */
  isTable?: true;
  /** What columns and fields are called, by what they mean: `{ edge: ['edge', 'edgeid'] }`, without blanks and case. */
  names: Readonly<Record<string, readonly string[]>>;
  /** Columns that make a row one of headings, also with columns of other names beside them. */
  headings: ReadonlyArray<readonly string[]>;
  /** Fields of a JSON object that hold the list. */
  lists: readonly string[];
  /** Of a row without headings. Most rows are one item; a row of ids may be several. */
  fromCells: (cells: readonly string[]) => Array<Reading<Item>>;
  /** Of a row under headings, or of a JSON object. */
  fromFields: (fields: Readonly<Record<string, string>>) => Array<Reading<Item>>;
}

/** `reason`: `one id is missing` */
export type Reading<Item> = { item: Item } | { reason: string };

/** Both from 1: the line of the text, and which of the entries of a JSON list that begins there. */
export type Place = { line: number; entry?: number };

/** `Line 1,207`, `Line 1, entry 3` */
export const placeText = ({ line, entry }: Place) =>
  `Line ${line.toLocaleString('en')}${entry === undefined ? '' : `, entry ${entry.toLocaleString('en')}`}`;

/** `text`: what can be corrected and read again, with its line of headings. */
export type UnreadableLine = Place & { text: string; reason: string };

export interface ReadList<Item> {
  /** In the order of the text, repeats included. */
  items: Array<{ item: Item } & Place>;
  unreadable: UnreadableLine[];
  /** Columns and fields of a table that mean nothing here, as they are called. */
  unused: Set<string>;
}

type Row = {
  cells: readonly string[];
  fields?: Readonly<Record<string, string>> | undefined;
  /** For whatever separates its words. */
  text: string;
};

/** Lines of ids and addresses, CSV with or without headings, JSON, JSON Lines and this app's own files. */
export const readList = <Item>(source: string, meaning: ListMeaning<Item>): ReadList<Item> =>
  atOnce(readInSlices(source, meaning));

/** The same of a list that may be long. */
export const readLongList = <Item>(source: string, meaning: ListMeaning<Item>) =>
  inSlices(readInSlices(source, meaning));

function* readInSlices<Item>(source: string, meaning: ListMeaning<Item>): Slices<ReadList<Item>> {
  const result: ReadList<Item> = { items: [], unreadable: [], unused: new Set() };
  function add(readings: Array<Reading<Item>>, place: Place, text: string) {
    for (const reading of readings)
      if ('item' in reading) result.items.push({ item: reading.item, ...place });
    const refused = readings.find((reading) => 'reason' in reading);
    if (refused) result.unreadable.push({ ...place, text, reason: refused.reason });
  }

  const all = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const [first = '', second = ''] = all.split('\n', 2);
  const whole = jsonIn(all);
  // What has no end takes all that follows, unless each line is JSON by itself.
  const isRest = whole === INCOMPLETE && jsonIn(second) === undefined && !isJson(jsonIn(first));
  const isOne = isJson(whole) || isRest;
  let line = 1;
  let head: { text: string; names: ReturnType<typeof headingsIn> } = { text: '', names: undefined };
  // In a table JSON Lines need no CSV.
  const areLines = meaning.isTable && !isOne && isJson(jsonIn(first));
  const texts = isOne ? [all] : areLines ? all.split('\n') : undefined;
  const rows = texts?.map((text) => ({ text, cells: isOne ? [] : [text] })) ?? csvRows(all);
  const separator = separatorOf(all);
  for (const { text, cells: raw = text.split(separator) } of rows) {
    const cells = raw.map((cell) => unguarded(cell).trim());
    yield;
    const json = isOne ? whole : jsonIn(text);
    const isTop = !head.names && result.items.length + result.unreadable.length === 0;
    const names = isTop || !meaning.isTable ? headingsIn(cells, meaning) : undefined;
    const fields = head.names && fieldsOf(head.names, cells);
    if (json === INCOMPLETE) add([INCOMPLETE], { line }, text.trim());
    else if (json)
      for (const [at, value] of entriesOf(json, meaning).entries()) {
        yield;
        const readings = readRow(rowOf(value, meaning, result.unused), meaning);
        add(readings, { line, entry: at + 1 }, JSON.stringify(value));
      }
    else if (names) {
      head = { text: `${text}\n`, names };
      addUnused(names, cells, result.unused);
    } else if (cells.some((cell) => cell !== ''))
      add(readRow({ cells, fields, text }, meaning), { line }, head.text + text);
    line += text.split('\n').length;
  }
  return result;
}

/** The first way to read it that leaves nothing unread; else what the first of all ways says. */
function readRow<Item>({ cells, fields, text }: Row, meaning: ListMeaning<Item>) {
  if (meaning.isTable) return fields ? meaning.fromFields(fields) : meaning.fromCells(cells);
  // Lines of several kinds have several separators: one of them is that of the text, the others are within a cell.
  const words = text.split(/[\s,;|]+/).map((word) => word.replaceAll(/^["'`[(]+|["'`\]):]+$/g, ''));
  const ways = [
    fields ? meaning.fromFields(fields) : [],
    cells.length > 1 ? meaning.fromCells(cells) : [],
    text === '' ? [] : meaning.fromCells(words.filter((word) => !/^[-–—•*/]*$/.test(word))),
  ].filter((readings) => readings.length > 0);
  return ways.find((readings) => readings.every((each) => 'item' in each)) ?? ways[0] ?? [];
}

/** Characters that tell what separates columns. */
const GUESSED_FROM = 10_000;

/** Blank lines would count as rows of one column. */
const GUESS = { delimitersToGuess: [',', ';', '\t'], preview: 10, skipEmptyLines: true };

const separatorOf = (text: string) => Papa.parse(text.slice(0, GUESSED_FROM), GUESS).meta.delimiter;

/** Rows of CSV as they are written. `cells`: where quotes decide what they are. */
function csvRows(text: string): Array<{ text: string; cells?: string[] }> {
  const rows: Array<{ text: string; cells: string[] }> = [];
  let from = 0;
  // A quote without an end would take all that follows it: then quotes are characters like any other.
  let isQuoted = text.includes('"');
  if (isQuoted)
    Papa.parse<string[]>(text, {
      newline: '\n',
      delimiter: separatorOf(text),
      step({ data, errors, meta }) {
        rows.push({ cells: data, text: text.slice(from, meta.cursor).replace(/\n$/, '') });
        from = meta.cursor;
        isQuoted &&= errors.every(({ type }) => type !== 'Quotes');
      },
    });
  return isQuoted ? rows : text.split('\n').map((line) => ({ text: line }));
}

function headingsIn<Item>(cells: readonly string[], meaning: ListMeaning<Item>) {
  const names = cells.map((cell) => fieldCalled(cell, meaning));
  const areAll = cells.every((cell, at) => cell === '' || names[at] !== undefined);
  const isEnough = meaning.headings.some((needed) => needed.every((name) => names.includes(name)));
  return (areAll && names.some(Boolean) && !meaning.isTable) || isEnough ? names : undefined;
}

function fieldCalled<Item>(name: string, { names }: ListMeaning<Item>) {
  const key = name.toLowerCase().replaceAll(/[\s_.-]/g, '');
  return Object.keys(names).find((field) => names[field]?.includes(key));
}

function fieldsOf(names: ReadonlyArray<string | undefined>, values: readonly string[]) {
  const fields: Record<string, string> = {};
  for (const [at, name] of names.entries()) if (name) fields[name] ||= values[at]?.trim() ?? '';
  return fields;
}

/** What is called as nothing here is must not seem to be taken. */
function addUnused(
  names: ReadonlyArray<string | undefined>,
  headings: readonly string[],
  unused: Set<string>,
) {
  for (const [at, heading] of headings.entries())
    if (names[at] === undefined && heading !== '') unused.add(heading);
}

/** An entry of a JSON list. */
function rowOf<Item>(value: unknown, meaning: ListMeaning<Item>, unused: Set<string>): Row {
  if (typeof value !== 'object' || value === null) {
    // oxlint-disable-next-line typescript/no-base-to-string -- it is no object
    const text = String(value);
    const isText = meaning.isTable && value !== null;
    return { cells: isText ? [text] : [], text };
  }
  const entries = Object.entries(value).filter(
    ([, field]) => typeof field !== 'object' || (meaning.isTable && Array.isArray(field)),
  );
  const cells = entries.map(([, field]) => String(field));
  if (Array.isArray(value)) return { cells, text: cells.join(' ') };
  const headings = entries.map(([name]) => name);
  const names = headings.map((name) => fieldCalled(name, meaning));
  addUnused(names, headings, unused);
  return { cells: [], fields: fieldsOf(names, cells), text: '' };
}

function entriesOf<Item>(value: object, meaning: ListMeaning<Item>): unknown[] {
  if (!Array.isArray(value)) {
    const fields = new Map<string, unknown>(Object.entries(value));
    return meaning.lists.map((name) => fields.get(name)).find(Array.isArray) ?? [value];
  }
  // One row as a list of its texts, and not a list of rows.
  const isRow = value.every((cell) => typeof cell === 'string');
  const [reading, ...others] = isRow ? meaning.fromCells(value) : [];
  return reading && 'item' in reading && others.length === 0 ? [value] : value;
}

/** A list of lists, objects or texts, or an object. */
const JSON_BEGINS = /^\s*(?:\[\s*["[{\]]|\{\s*["}])/;
const INCOMPLETE = { reason: 'the JSON that begins here is not complete' };

const isJson = (json: object | undefined) => json !== undefined && json !== INCOMPLETE;

/** @returns `INCOMPLETE`: it begins as JSON does, and has no end; `undefined`: it does not begin so */
function jsonIn(text: string): object | undefined {
  if (!JSON_BEGINS.test(text)) return undefined;
  try {
    // By its bracket it is a list or an object.
    return JSON.parse(text.trim().replace(/,$/, '')) as object;
  } catch {
    return INCOMPLETE;
  }
}
