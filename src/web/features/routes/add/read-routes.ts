import {
  readCells,
  readNamed,
  fieldCalled,
  headingsOf,
} from '#web/features/routes/add/read-cells.ts';
import type { CellsRead, NamedFields } from '#web/features/routes/add/read-cells.ts';
import { jsonAt } from '#web/features/routes/add/json-in-text.ts';
import {
  bare,
  columnsOf,
  countLines,
  recordAt,
  separatorOf,
  unquoted,
} from '#web/features/routes/add/text-records.ts';
import type { TextRecord } from '#web/features/routes/add/text-records.ts';
import type { NewRoute } from '#web/features/routes/kept-route.ts';
import { unguarded } from '#web/lib/csv.ts';

/** Where something was read, both from 1: the line of a text, and which of the entries of a JSON list there. */
export interface Place {
  line: number;
  entry?: number;
}

export type ReadRoute = NewRoute & Place;

/** Stays with the person. */
export type UnreadableLine = Place & {
  text: string;
  /** `one id is missing`: goes on a sentence. */
  reason: string;
  /** The line of headings that it was read with. */
  header?: string;
};

export interface RoutesRead {
  /** In the order of the text, repeats included. */
  routes: ReadRoute[];
  unreadable: UnreadableLine[];
  /** The service that an exported list was made for. */
  service_host?: string;
}

/**
 * Reads what was typed, pasted or in a file: addresses, ids and labels in any order, CSV with or without headings,
 * JSON lists and this app's own files, also below each other. Empty lines are skipped.
 *
 * @param hosts of the connected service; an address of another host is refused
 */
export function readRoutes(text: string, hosts: string[]): RoutesRead {
  const result: RoutesRead = { routes: [], unreadable: [] };
  const add = (
    read: CellsRead,
    place: Place,
    source: () => Omit<UnreadableLine, 'line' | 'reason'>,
  ) => {
    if ('route' in read) result.routes.push({ ...read.route, ...place });
    else result.unreadable.push({ ...place, ...source(), reason: read.reason });
  };

  let headings: Headings | undefined;
  let line = 1;
  // The end of what looks like JSON and is not is looked for in all of the text.
  let tries = 20;
  for (let at = 0; at < text.length;) {
    const json = tries > 0 ? jsonAt(text, at) : undefined;
    if (json?.value !== undefined) {
      const { entries, service_host } = entriesOf(json.value);
      if (service_host !== undefined) result.service_host = service_host;
      for (const [index, value] of entries.entries())
        add(readEntry(value, hosts), { line, entry: index + 1 }, () => ({
          text: JSON.stringify(value),
        }));
      line += countLines(text.slice(at, json.end));
      at = json.end;
      continue;
    }

    if (json) tries -= 1;
    const record = recordAt(text, at, line);
    const found = headingsIn(record);
    if (found) headings = found;
    else if (record.cells.some((cell) => cell.text.trim() !== '')) {
      const read = readRecord(record, headings, hosts);
      if (json && 'reason' in read) {
        const reason = 'the JSON that begins here is not complete';
        result.unreadable.push({ line, text: text.slice(at).trim(), reason });
        break;
      }
      add(read, { line }, () => ({
        text: record.text,
        ...(headings && { header: headings.text }),
      }));
    }
    line += countLines(text.slice(at, record.end));
    at = record.end;
  }
  return result;
}

interface Headings {
  fields: Array<keyof NamedFields | undefined>;
  separator: string;
  text: string;
}

function headingsIn(record: TextRecord): Headings | undefined {
  const separator = separatorOf(record);
  const fields = headingsOf(columnsOf(record, separator));
  return fields && { fields, separator, text: record.text };
}

function readRecord(
  record: TextRecord,
  headings: Headings | undefined,
  hosts: string[],
): CellsRead {
  if (headings) {
    const columns = columnsOf(record, headings.separator);
    const named = readNamed(namedBy(headings.fields, columns.map(unguarded)), hosts);
    if ('route' in named) return named;
    const other = readByShape(record, hosts, true);
    return 'route' in other ? other : named;
  }
  return readByShape(record, hosts, false);
}

function readByShape(record: TextRecord, hosts: string[], isStrict: boolean): CellsRead {
  const columns = columnsOf(unquoted(record), separatorOf(record)).map((text) => text.trim());
  if (columns.length > 1) return readCells(columns, hosts, { isStrict });
  // Signs between the words, as in lists and tables of documents.
  const words = (columns[0] ?? '').split(/\s+/).filter((word) => !/^[-–—•*|/:]+$/.test(word));
  const cells = words.map((word) => bare(word.replace(/:$/, '')));
  return readCells(cells, hosts, { isStrict, areWords: true });
}

function namedBy(fields: Headings['fields'], values: Array<string | undefined>): NamedFields {
  const named: NamedFields = {};
  for (const [index, field] of fields.entries())
    if (field !== undefined) named[field] ||= values[index]?.trim() ?? '';
  return named;
}

/** A list, the routes of an exported one, or one route. */
function entriesOf(value: unknown): { entries: unknown[]; service_host?: string } {
  if (Array.isArray(value)) return { entries: isRow(value) ? [value] : value };
  const { routes, service_host } = value as { routes?: unknown; service_host?: unknown }; // an object, by its bracket
  if (!Array.isArray(routes)) return { entries: [value] };
  return { entries: routes, ...(typeof service_host === 'string' && { service_host }) };
}

/** One route as a list of its texts, and not a list of lines. */
const isRow = (list: unknown[]) =>
  list.every((text) => typeof text === 'string') &&
  'route' in readCells(list, [], { isStrict: true });

function readEntry(value: unknown, hosts: string[]): CellsRead {
  if (typeof value === 'string') return readByShape(recordAt(value.trim(), 0, 1), hosts, false);
  if (typeof value !== 'object' || value === null) return { reason: 'it is not a route' };
  const fields = Object.entries(value).filter(([, text]) => typeof text === 'string') as Array<
    [string, string] // as filtered
  >;
  const texts = fields.map(([, text]) => text);
  if (Array.isArray(value))
    return readCells(
      texts.map((text) => text.trim()),
      hosts,
    );
  const read = readNamed(
    namedBy(
      fields.map(([name]) => fieldCalled(name)),
      texts,
    ),
    hosts,
  );
  const { pinned } = value as { pinned?: unknown }; // an object, as asked above
  return 'route' in read && pinned === true ? { route: { ...read.route, pinned } } : read;
}

/** What stays in the field once the rest was added: it can be corrected and read again. */
export function textOfUnreadable(lines: UnreadableLine[]): string {
  let header: string | undefined;
  return lines
    .flatMap((line) => {
      const isNew = line.header !== undefined && line.header !== header;
      header = line.header;
      return isNew && line.header !== undefined ? [line.header, line.text] : [line.text];
    })
    .join('\n');
}
