import { isAddressable } from '#contract/endpoint.ts';
import type { NewRoute } from '#web/features/routes/kept-route.ts';

export type CellsRead = { route: NewRoute } | { reason: string };

/** What is known of a route by the names of columns or fields. */
export type NamedFields = Partial<Record<'label' | 'edge' | 'route' | 'address', string>>;

const NAMES: Record<keyof NamedFields, readonly string[]> = {
  label: ['label', 'name', 'title', 'description'],
  edge: ['edge', 'edgeid', 'httpsedge', 'httpsedgeid'],
  route: ['route', 'routeid', 'id'],
  // The last one is a column of this app's own table.
  address: [
    'address',
    'url',
    'uri',
    'link',
    'routeurl',
    'routeuri',
    'routeaddress',
    'edgeandroute',
  ],
};
const FIELDS = new Map(
  Object.entries(NAMES).flatMap(([field, names]) =>
    names.map((name) => [name, field as keyof NamedFields] as const),
  ),
);

/** What a column or field holds, by its name; `undefined`: nothing that addresses or names a route. */
export const fieldCalled = (name: string) =>
  name.length > 20 ? undefined : FIELDS.get(name.toLowerCase().replaceAll(/[\s_.-]/g, ''));

/** The columns, where a row is one of headings: only their names, or the names of all that is needed. */
export function headingsOf(columns: string[]): Array<keyof NamedFields | undefined> | undefined {
  const fields = columns.map(fieldCalled);
  const has = (field: keyof NamedFields) => fields.includes(field);
  const areAll = columns.every((text, index) => text.trim() === '' || fields[index] !== undefined);
  const isHeading = areAll ? fields.some(Boolean) : has('address') || (has('edge') && has('route'));
  return isHeading && !columns.some((text) => kindOf(text) !== undefined) ? fields : undefined;
}

/** @param hosts of the connected service; an address of another host is refused */
export function readNamed(fields: NamedFields, hosts: string[]): CellsRead {
  const { label = '', edge = '', route = '', address = '' } = fields;
  const isSwapped = kindOf(edge) === 'route' || kindOf(route) === 'edge';
  if (edge !== '' && route !== '' && !isSwapped) return checked(edge, route, label);
  const others = [address, route, edge].filter((text) => text !== '');
  return readCells([...others, label], hosts, { isStrict: true });
}

type ReadCellsOptions = {
  /** Only what the shape of ids or an address tells, nothing by its place. */
  isStrict?: boolean;
  /** Words of a line without separators: no third one can be a label. */
  areWords?: boolean;
};

/**
 * Finds edge and route in any order, by the shape of their ids or as an address; without either the first two are the
 * edge and the route. The rest is the label.
 *
 * @param cells trimmed
 * @param hosts of the connected service; an address of another host is refused
 */
export function readCells(
  cells: string[],
  hosts: string[],
  { isStrict = false, areWords = false }: ReadCellsOptions = {},
): CellsRead {
  const parts = cells.flatMap(idsOfPair);
  const labelWithout = (...taken: string[]) =>
    parts.filter((part) => part !== '' && !taken.includes(part)).join(areWords ? ' ' : ', ');

  const [address, ...addresses] = new Set(parts.filter((part) => ROUTE_ADDRESS.test(part)));
  if (addresses.length > 0) return { reason: 'it has more than one address' };
  if (address !== undefined) return readAddress(address, labelWithout(address), hosts);

  const edges = new Set(parts.filter((part) => kindOf(part) === 'edge'));
  const routes = new Set(parts.filter((part) => kindOf(part) === 'route'));
  if (edges.size + routes.size > 0) {
    const [edge] = edges;
    const [route] = routes;
    if (edges.size > 1) return { reason: 'it has two edge ids' };
    if (routes.size > 1) return { reason: 'it has two route ids' };
    if (route === undefined) return { reason: 'it has an edge id and no route id' };
    if (edge === undefined) return { reason: 'it has a route id and no edge id' };
    return checked(edge, route, labelWithout(edge, route));
  }
  // The label of a route may be an address: that of what it leads to.
  const other = parts.find((part) => ADDRESS.test(part));
  if (other !== undefined) return readAddress(other, '', hosts);
  if (isStrict) return { reason: 'one id is missing' };

  const [edge, ...moreEdges] = parts.filter((part) => LIKE_EDGE.test(part));
  const [route, ...moreRoutes] = parts.filter((part) => LIKE_ROUTE.test(part));
  if (edge !== undefined && route !== undefined && moreEdges.length + moreRoutes.length === 0)
    return checked(edge, route, labelWithout(edge, route));
  if (areWords && parts.length > 2) return { reason: 'it has more than two ids' };
  const first = parts.length > 2 && !looksLikeId(parts[0] ?? '') ? 1 : 0;
  const [id1 = '', id2 = ''] = parts.slice(first);
  const rest = parts.toSpliced(first, 2).filter((part) => part !== '');
  return checked(id1, id2, rest.join(', '));
}

/** What the ids of the API that this is for begin with. */
function kindOf(text: string): 'edge' | 'route' | undefined {
  if (text.startsWith('edghts_')) return 'edge';
  return text.startsWith('edghtsrt_') ? 'route' : undefined;
}

/** Of another service, perhaps: believed where one of each is there. */
const LIKE_ROUTE = /^(?:edg[a-z]*rt|route|rt)_/;
const LIKE_EDGE = /^edg(?![a-z]*rt_)[a-z]*_/;

/** `edge / route`, as this app shows them. */
function idsOfPair(cell: string): string[] {
  const [, first = '', second = ''] = /^([^\s/]+)\s*\/\s*([^\s/]+)$/.exec(cell) ?? [];
  return kindOf(first) !== undefined && kindOf(second) !== undefined ? [first, second] : [cell];
}

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
const ROUTE_ADDRESS = /(?:^|\/)edges\/.+\/routes(?:\/|$)/i;

/** With or without `/ip_restriction`, also of this app's own editor. Only here ids are encoded. */
function readAddress(address: string, label: string, hosts: string[]): CellsRead {
  const [, scheme, path = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/i.exec(address) ?? [];
  if (scheme !== undefined) {
    const host = hostOf(address);
    if (host === undefined) return { reason: 'it is not a web address' };
    if (!hosts.includes(host))
      return { reason: `it belongs to ${host}, and this page is connected to ${hosts[0] ?? ''}` };
  }
  const [, edge, id] =
    /(?:^|\/)edges\/(?:https\/)?([^/]*)\/routes\/([^/]*)(?:\/ip[_-]restriction)?\/?$/.exec(
      path.replace(/[?#].*$/, ''),
    ) ?? [];
  if (edge === undefined || id === undefined) {
    const hasEdge = /(?:^|\/)edges\/(?:https\/)?[^/]+/.test(path);
    return { reason: hasEdge ? 'one id is missing' : 'it is not the address of a route' };
  }
  try {
    return checked(decodeURIComponent(edge), decodeURIComponent(id), label);
  } catch {
    return { reason: 'an id in it cannot be part of an address' };
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

/** Blanks and what cannot be seen; what a service may put into an id is not known. */
const ODD = /[\s\p{Cc}\p{Cf}]/u;

const looksLikeId = (text: string) => /^[\w.~:%+=@-]+$/.test(text);

function checked(edge_id: string, id: string, label: string): CellsRead {
  if (edge_id === '' || id === '') return { reason: 'one id is missing' };
  const cut = [edge_id, id].find((part) => part.includes('…'));
  if (cut !== undefined) return { reason: `‘${cut}’ is shortened: copy the whole id` };
  const wrong = [edge_id, id].find((part) => !isAddressable(part) || ODD.test(part));
  if (wrong !== undefined) return { reason: `‘${wrong}’ cannot be an id` };
  const name = label.replaceAll(/\s+/g, ' ').trim();
  // What has no label of its own is often listed under its id.
  return { route: { edge_id, id, label: name === id ? '' : name } };
}
