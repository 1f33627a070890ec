import { csvRows, separatorOf } from '#bulk/csv-rows.ts';

/** Reads typed, pasted or chosen lists. What a row means, only the caller knows: routes here, policies in the editor. */
export interface ListMeaning<Item> {
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
}

type Row = {
  cells: readonly string[];
  fields?: Readonly<Record<string, string>> | undefined;
  /** For whatever separates its words. */
  text: string;
};

/** Lines of ids and addresses, CSV with or without headings, JSON, JSON Lines and this app's own files. */
export function readList<Item>(source: string, meaning: ListMeaning<Item>): ReadList<Item> {
  const result: ReadList<Item> = { items: [], unreadable: [] };
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
  let head: { text: string; names: ReturnType<typeof headingsIn> } = { text: '', names: undefined };
  const rows = isOne ? [{ line: 1, cells: [], text: all }] : csvRows(all, separatorOf(all));
  for (const { line, cells, text } of rows) {
    const json = isOne ? whole : jsonIn(text);
    const names = headingsIn(cells, meaning);
    const fields = head.names && fieldsOf(head.names, cells);
    if (json === INCOMPLETE) add([INCOMPLETE], { line }, text.trim());
    else if (json)
      for (const [at, value] of entriesOf(json, meaning).entries()) {
        const readings = readRow(rowOf(value, meaning), meaning);
        add(readings, { line, entry: at + 1 }, JSON.stringify(value));
      }
    else if (names) head = { text: `${text}\n`, names };
    else if (cells.some((cell) => cell !== ''))
      add(readRow({ cells, fields, text }, meaning), { line }, head.text + text);
  }
  return result;
}

/** The first way to read it that leaves nothing unread; else what the first of all ways says. */
function readRow<Item>({ cells, fields, text }: Row, meaning: ListMeaning<Item>) {
  // Lines of several kinds have several separators: one of them is that of the text, the others are within a cell.
  const words = text.split(/[\s,;|]+/).map((word) => word.replaceAll(/^["'`[(]+|["'`\]):]+$/g, ''));
  const ways = [
    fields ? meaning.fromFields(fields) : [],
    cells.length > 1 ? meaning.fromCells(cells) : [],
    text === '' ? [] : meaning.fromCells(words.filter((word) => !/^[-–—•*/]*$/.test(word))),
  ].filter((readings) => readings.length > 0);
  return ways.find((readings) => readings.every((each) => 'item' in each)) ?? ways[0] ?? [];
}

function headingsIn<Item>(cells: readonly string[], meaning: ListMeaning<Item>) {
  const names = cells.map((cell) => fieldCalled(cell, meaning));
  const areAll = cells.every((cell, at) => cell === '' || names[at] !== undefined);
  return (areAll && names.some(Boolean)) || areHeadings(names, meaning) ? names : undefined;
}

/** @param names what the cells of a row mean, as headings */
export const areHeadings = (
  names: ReadonlyArray<string | undefined>,
  { headings }: Pick<ListMeaning<never>, 'headings'>,
) => headings.some((needed) => needed.every((name) => names.includes(name)));

export function fieldCalled(name: string, { names }: Pick<ListMeaning<never>, 'names'>) {
  const key = name.toLowerCase().replaceAll(/[\s_.-]/g, '');
  return Object.keys(names).find((field) => names[field]?.includes(key));
}

/** The values of a row by what their columns mean. */
export function fieldsOf(names: ReadonlyArray<string | undefined>, values: readonly string[]) {
  const fields: Record<string, string> = {};
  for (const [at, name] of names.entries()) if (name) fields[name] ||= values[at]?.trim() ?? '';
  return fields;
}

/** An entry of a JSON list. */
function rowOf<Item>(value: unknown, meaning: ListMeaning<Item>): Row {
  if (typeof value !== 'object' || value === null) return { cells: [], text: String(value) };
  const entries = Object.entries(value).filter(([, field]) => typeof field !== 'object');
  const cells = entries.map(([, field]) => String(field));
  if (Array.isArray(value)) return { cells, text: cells.join(' ') };
  const names = entries.map(([name]) => fieldCalled(name, meaning));
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
export const JSON_BEGINS = /^\s*(?:\[\s*["[{\]]|\{\s*["}])/;
export const INCOMPLETE = { reason: 'the JSON that begins here is not complete' };

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
