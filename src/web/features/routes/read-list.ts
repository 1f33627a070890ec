import Papa from 'papaparse';
import { unguarded } from '#web/lib/csv.ts';

/** Reads typed, pasted or dropped lists. What a row means, only the caller knows: routes here, policies in the editor. */
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

/** `text`: what can be corrected and read again, with its line of headings. */
type UnreadableLine = Place & { text: string; reason: string };

export interface ReadList<Item> {
  /** In the order of the text, repeats included. */
  items: Array<{ item: Item } & Place>;
  unreadable: UnreadableLine[];
  /** The service that an exported list was made for. */
  service_host?: string;
}

const countLines = (text: string) => text.split('\n').length - 1;

/** Lines of ids and addresses, CSV with or without headings, JSON, JSON Lines and this app's own files, also mixed. */
export function readList<Item>(source: string, meaning: ListMeaning<Item>): ReadList<Item> {
  const text = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const result: ReadList<Item> = { items: [], unreadable: [] };
  const add = (readings: Array<Reading<Item>>, place: Place, written: () => string) => {
    for (const reading of readings)
      if ('item' in reading) result.items.push({ item: reading.item, ...place });
    const refused = readings.find((reading) => 'reason' in reading);
    if (refused) result.unreadable.push({ ...place, text: written(), reason: refused.reason });
  };

  let line = 1;
  for (const part of partsOf(text)) {
    if (part.json === undefined) readRows(part.text, line, meaning, add);
    else if (part.json === INCOMPLETE)
      add([{ reason: 'the JSON that begins here is not complete' }], { line }, () =>
        part.text.trim(),
      );
    else {
      const { entries, service_host } = entriesOf(part.json, meaning);
      if (service_host !== undefined) result.service_host = service_host;
      for (const [at, value] of entries.entries())
        add(fromValue(value, meaning), { line, entry: at + 1 }, () => JSON.stringify(value));
    }
    line += countLines(part.text);
  }
  return result;
}

type Add<Item> = (readings: Array<Reading<Item>>, place: Place, written: () => string) => void;

function readRows<Item>(text: string, first: number, meaning: ListMeaning<Item>, add: Add<Item>) {
  let line = first;
  let headings: { fields: Array<string | undefined>; text: string } | undefined;
  for (const row of csvRows(text)) {
    const cells = row.cells.map((cell) => unguarded(cell).trim());
    const fields = headingsIn(cells, meaning);
    if (fields) headings = { fields, text: row.text };
    else if (cells.some((cell) => cell !== '')) {
      const head = headings;
      const named = head && meaning.fromFields(fieldsOf(head.fields, cells));
      const isNamed = named?.some((reading) => 'item' in reading);
      const plain = isNamed ? undefined : fromRow(cells, row.text, meaning);
      const isPlain = plain && (!named || plain.every((reading) => 'item' in reading));
      const written = head && !isPlain ? `${head.text}\n${row.text}` : row.text;
      add((isPlain ? plain : named) ?? [], { line }, () => written);
    }
    line += countLines(row.text) + 1;
  }
}

/** Lines of several kinds have several separators: one of them is that of the text, the others are within a cell. */
function fromRow<Item>(cells: readonly string[], text: string, meaning: ListMeaning<Item>) {
  const readings = cells.length > 1 ? meaning.fromCells(cells) : [];
  if (readings.length > 0 && readings.every((reading) => 'item' in reading)) return readings;
  const words = text.split(/[\s,;|]+/).map((word) => word.replaceAll(/^["'`[(]+|["'`\]):]+$/g, ''));
  const byWords = meaning.fromCells(words.filter((word) => !/^[-–—•*/]*$/.test(word)));
  const isRead = byWords.every((reading) => 'item' in reading);
  return isRead || readings.length === 0 ? byWords : readings;
}

/** Rows of CSV, whose separator is found in the text. `text`: as a row is written. */
function csvRows(text: string): Array<{ cells: string[]; text: string }> {
  const parse = (isFast: boolean) => {
    const rows: Array<{ cells: string[]; text: string }> = [];
    let from = 0;
    let isWhole = true;
    Papa.parse<string[]>(text, {
      newline: '\n',
      delimitersToGuess: [',', ';', '\t'],
      ...(isFast && { fastMode: true }),
      step({ data, errors, meta }) {
        rows.push({ cells: data, text: text.slice(from, meta.cursor).replace(/\n$/, '') });
        from = meta.cursor;
        isWhole &&= errors.every(({ type }) => type !== 'Quotes');
      },
    });
    return isWhole || isFast ? rows : undefined;
  };
  // A quote without an end would take all that follows it: then quotes are characters like any other.
  return text === '' ? [] : (parse(false) ?? parse(true) ?? []);
}

const fieldCalled = (name: string, { names }: Pick<ListMeaning<never>, 'names'>) => {
  const key = name.toLowerCase().replaceAll(/[\s_.-]/g, '');
  return Object.keys(names).find((field) => names[field]?.includes(key));
};

function headingsIn<Item>(cells: readonly string[], meaning: ListMeaning<Item>) {
  const fields = cells.map((cell) => fieldCalled(cell, meaning));
  const areAll = cells.every((cell, at) => cell === '' || fields[at] !== undefined);
  const isEnough = meaning.headings.some((needed) => needed.every((name) => fields.includes(name)));
  return (areAll && fields.some(Boolean)) || isEnough ? fields : undefined;
}

function fieldsOf(names: ReadonlyArray<string | undefined>, values: readonly string[]) {
  const fields: Record<string, string> = {};
  for (const [at, name] of names.entries()) if (name) fields[name] ||= values[at]?.trim() ?? '';
  return fields;
}

function fromValue<Item>(value: unknown, meaning: ListMeaning<Item>): Array<Reading<Item>> {
  if (typeof value === 'string') return fromRow([value], value, meaning);
  if (typeof value !== 'object' || value === null)
    return [{ reason: 'it is neither ids nor a URL' }];
  const entries = Object.entries(value).filter(([, field]) => typeof field !== 'object');
  const texts = entries.map(([, field]) => String(field));
  if (Array.isArray(value)) return meaning.fromCells(texts);
  return meaning.fromFields(
    fieldsOf(
      entries.map(([name]) => fieldCalled(name, meaning)),
      texts,
    ),
  );
}

/** A list, the list that an object holds, or the object itself. */
function entriesOf<Item>(value: object, meaning: ListMeaning<Item>) {
  if (Array.isArray(value)) {
    // One row as a list of its texts, and not a list of rows.
    const isRow = value.every((cell) => typeof cell === 'string');
    const readings = isRow ? meaning.fromCells(value) : [];
    const isRead = readings.length === 1 && readings.every((reading) => 'item' in reading);
    return { entries: isRead ? [value] : value };
  }
  const fields: Record<string, unknown> = { ...value };
  const list = meaning.lists.map((name) => fields[name]).find(Array.isArray);
  const host = fields['service_host'];
  return {
    entries: list ?? [value],
    ...(list && typeof host === 'string' && { service_host: host }),
  };
}

const INCOMPLETE = Symbol('incomplete');

type Part = { text: string; json?: object | typeof INCOMPLETE };

/** A list of lists, objects or texts, or an object. */
const JSON_BEGINS = /^\s*(?:\[\s*["[{\]]|\{\s*["}])/;

/** Stretches of lines, and what is JSON between them: a line by itself, or all that follows its beginning. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  const lines = text.split(/(?<=\n)/);
  let plain = '';
  let tries = 20;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!JSON_BEGINS.test(line + (lines[at + 1] ?? ''))) {
      plain += line;
      continue;
    }
    if (plain !== '') parts.push({ text: plain });
    plain = '';
    const own = parsed(line);
    // A long text of broken lines is not read again and again.
    const rest = own === undefined && tries-- > 0 ? lines.slice(at).join('') : '';
    const whole = parsed(rest);
    // What has no end takes all that follows, unless JSON begins in the next line, too.
    const isLine = own !== undefined || (!whole && JSON_BEGINS.test(lines[at + 1] ?? ''));
    if (isLine || rest === '') parts.push({ text: line, json: own ?? INCOMPLETE });
    else return [...parts, { text: rest, json: whole ?? INCOMPLETE }];
  }
  return plain === '' ? parts : [...parts, { text: plain }];
}

function parsed(text: string): object | undefined {
  try {
    // By its bracket it is a list or an object.
    return JSON.parse(text.trim().replace(/,$/, '')) as object;
  } catch {
    return undefined;
  }
}
