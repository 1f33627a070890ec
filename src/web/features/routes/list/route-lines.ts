import { isAddressable } from '#contract/endpoint.ts';
import type { NewRoute } from '#web/features/routes/known-routes.ts';

type ReadLine = { route: NewRoute } | { reason: string };

interface ReadLines {
  routes: NewRoute[];
  /** Lines that stay with the person: `line` counts from 1 in what was typed. */
  unreadable: Array<{ line: number; text: string; reason: string }>;
}

/**
 * Reads what was typed or pasted, one route a line; empty lines are skipped.
 *
 * @param hosts of the connected service; an address of another host is refused
 */
export function readRouteLines(text: string, hosts: string[]): ReadLines {
  const result: ReadLines = { routes: [], unreadable: [] };
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue;
    const read = readRouteLine(line.trim(), hosts);
    if ('route' in read) result.routes.push(read.route);
    else result.unreadable.push({ line: index + 1, text: line, reason: read.reason });
  }
  return result;
}

/**
 * Forms: an address or a path with or without `/ip_restriction`, also of this app's own editor and followed by
 * a label; `edge,route`; `edge route`; `edge,route,label`. Ids are decoded once, and only in addresses.
 */
function readRouteLine(line: string, hosts: string[]): ReadLine {
  if (/^[^,;\s]*\//.test(line)) return readAddress(line, hosts);
  if (/[,;\t]/.test(line)) {
    const [, edge = '', id = '', label = ''] =
      /^([^,;\t]*)[,;\t]([^,;\t]*)(?:[,;\t](.*))?$/.exec(line) ?? [];
    return checked(unquoted(edge), unquoted(id), unquoted(label));
  }
  const [edge = '', id = '', ...more] = line.split(/\s+/);
  return more.length > 0 ? { reason: 'it has more than two ids' } : checked(edge, id, '');
}

function readAddress(line: string, hosts: string[]): ReadLine {
  const [, address = '', label = ''] = /^([^,;\s]+)[,;\s]*(.*)$/.exec(line) ?? [];
  const [, scheme, path = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/i.exec(address) ?? [];
  if (scheme !== undefined) {
    const host = hostOf(address);
    if (host === undefined) return { reason: 'it is no web address' };
    if (!hosts.includes(host))
      return { reason: `it belongs to ${host}, and this page is connected to ${hosts[0] ?? ''}` };
  }
  const [, edge, id] =
    /(?:^|\/)edges\/(?:https\/)?([^/]*)\/routes\/([^/]*)(?:\/ip[_-]restriction)?\/?$/.exec(
      path.replace(/[?#].*$/, ''),
    ) ?? [];
  if (edge === undefined || id === undefined) {
    const hasEdge = /(?:^|\/)edges\/(?:https\/)?[^/]+/.test(path);
    return { reason: hasEdge ? 'one id is missing' : 'it is no address of a route' };
  }
  try {
    return checked(decodeURIComponent(edge), decodeURIComponent(id), unquoted(label));
  } catch {
    return { reason: 'an id in it is not readable' };
  }
}

function hostOf(address: string): string | undefined {
  try {
    const { protocol, host } = new URL(address);
    return /^https?:$/.test(protocol) ? host : undefined;
  } catch {
    return undefined;
  }
}

function checked(edge_id: string, id: string, label: string): ReadLine {
  if (edge_id === '' || id === '') return { reason: 'one id is missing' };
  const wrong = [edge_id, id].find((part) => !isAddressable(part) || /[\s\p{Cc}]/u.test(part));
  if (wrong !== undefined) return { reason: `‘${wrong}’ cannot be an id` };
  return { route: { edge_id, id, label } };
}

const unquoted = (text: string) =>
  text
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();

const REASONS_SHOWN = 5;

/** `Added 12. 2 already here. Line 7 could not be read: one id is missing.` */
export function addedSentence(
  added: number,
  known: number,
  unreadable: ReadLines['unreadable'],
): string {
  const more = unreadable.length - REASONS_SHOWN;
  return [
    ...(added > 0 ? [`Added ${added}.`] : []),
    ...(known > 0 ? [`${known} already here.`] : []),
    ...unreadable
      .slice(0, REASONS_SHOWN)
      .map(({ line, reason }) => `Line ${line} could not be read: ${reason}.`),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'line' : 'lines'} could not be read.`] : []),
  ].join(' ');
}
