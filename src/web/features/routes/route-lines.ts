import { isAddressable } from '#contract/endpoint.ts';
import type { ListMeaning, Reading } from '#web/features/routes/read-list.ts';
import type { NewRoute } from '#web/features/routes/known-routes.ts';

/** What the rows of a list of routes mean. @param hosts of the connected service; other addresses are refused */
export const routeLines = (hosts: readonly string[]): ListMeaning<NewRoute> => ({
  names: {
    label: ['label', 'name', 'title', 'description'],
    edge: ['edge', 'edgeid', 'httpsedge', 'httpsedgeid'],
    route: ['route', 'routeid', 'id'],
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
    pinned: ['pinned'],
  },
  headings: [['edge', 'route'], ['address']],
  lists: ['routes'],
  fromCells: (cells) => [fromCells(cells, hosts)],
  fromFields: (fields) => [fromFields(fields, hosts)],
});

type RouteReading = Reading<NewRoute>;

function fromFields(fields: Readonly<Record<string, string>>, hosts: readonly string[]) {
  const { label = '', edge = '', route = '', address = '', pinned } = fields;
  const isPair =
    edge !== '' && route !== '' && kindOf(edge) !== 'route' && kindOf(route) !== 'edge';
  const others = [address, edge, route].filter((text) => text !== '');
  const reading = isPair ? routeOf(edge, route, label) : fromCells([...others, label], hosts);
  return 'item' in reading && pinned === 'true'
    ? { item: { ...reading.item, pinned: true } }
    : reading;
}

/** Of another service, perhaps: believed where one of each is there. */
const LIKE_ROUTE = /^(?:edg[a-z]*rt|route|rt)_/;
const LIKE_EDGE = /^edg(?![a-z]*rt_)[a-z]*_/;

/** What the ids of the API that this is for begin with. */
const kindOf = (text: string) =>
  text.startsWith('edghts_') ? 'edge' : text.startsWith('edghtsrt_') ? 'route' : undefined;

/** Words have neither: a line of prose is no route. */
const looksLikeId = (text: string) => /^[\w.~:%+=@-]+$/.test(text) && /[\d_]/.test(text);

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
const ROUTE_ADDRESS = /(?:^|\/)edges\/.+\/routes(?:\/|$)/i;
const PAIR = /^([^\s/]+)\s*\/\s*([^\s/]+)$/;

/** Edge and route in any order, by the shape of their ids or as an address. The rest is the label. */
function fromCells(cells: readonly string[], hosts: readonly string[]): RouteReading {
  const parts = cells.flatMap((cell) => {
    const [, first = '', second = ''] = PAIR.exec(cell) ?? [];
    return LIKE_EDGE.test(first) && LIKE_ROUTE.test(second) ? [first, second] : [cell];
  });
  const labelWithout = (...taken: string[]) =>
    parts.filter((part) => part !== '' && !taken.includes(part)).join(' ');

  const addresses = [...new Set(parts.filter((part) => ROUTE_ADDRESS.test(part)))];
  const [address] = addresses;
  if (addresses.length > 1) return { reason: 'it has more than one address' };
  if (address !== undefined) return readAddress(address, labelWithout(address), hosts);

  const edges = [...new Set(parts.filter((part) => LIKE_EDGE.test(part)))];
  const routes = [...new Set(parts.filter((part) => LIKE_ROUTE.test(part)))];
  if (edges.length > 1) return { reason: 'it has two edge ids' };
  if (routes.length > 1) return { reason: 'it has two route ids' };
  const [edge] = edges;
  const [route] = routes;
  if (edge !== undefined && route !== undefined)
    return routeOf(edge, route, labelWithout(edge, route));
  // The label of a route may be an address: that of what it leads to.
  const other = parts.find((part) => ADDRESS.test(part));
  if (other !== undefined) return readAddress(other, '', hosts);

  const ids = parts.filter(looksLikeId);
  if (ids.length > 2 && edge === undefined && route === undefined)
    return { reason: 'it has more than two ids' };
  const [one, two] = ids;
  if (one === undefined) return { reason: 'it is neither ids nor a URL' };
  if (edge !== undefined && two === undefined)
    return { reason: 'it has an edge id and no route id' };
  if (route !== undefined && two === undefined)
    return { reason: 'it has a route id and no edge id' };
  if (two === undefined) return { reason: 'one id is missing' };
  return routeOf(one, two, labelWithout(one, two));
}

/** With or without `/ip_restriction`, also of this app's own editor. Only here ids are encoded. */
function readAddress(address: string, label: string, hosts: readonly string[]): RouteReading {
  if (ADDRESS.test(address)) {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) return { reason: 'it is not a web address' };
    if (!hosts.includes(url.host))
      return {
        reason: `it belongs to ${url.host}, and this page is connected to ${hosts[0] ?? ''}`,
      };
  }
  const path = address.replace(/[?#].*$/, '');
  const [, edge, id] =
    /(?:^|\/)edges\/(?:https\/)?([^/]+)\/routes\/([^/]+)(?:\/ip[_-]restriction)?\/?$/.exec(path) ??
    [];
  if (edge === undefined || id === undefined) {
    const hasEdge = /(?:^|\/)edges\/(?:https\/)?[^/]+/.test(path);
    return { reason: hasEdge ? 'one id is missing' : 'it is not the address of a route' };
  }
  try {
    return routeOf(decodeURIComponent(edge), decodeURIComponent(id), label);
  } catch {
    return { reason: 'an id in it cannot be part of an address' };
  }
}

/** Blanks and what cannot be seen; what else a service may put into an id is not known. */
const ODD = /[\s\p{Cc}\p{Cf}]/u;

function routeOf(edge_id: string, id: string, label: string): RouteReading {
  const cut = [edge_id, id].find((part) => part.includes('…'));
  if (cut !== undefined) return { reason: `‘${cut}’ is shortened: copy the whole id` };
  const wrong = [edge_id, id].find((part) => !isAddressable(part) || ODD.test(part));
  if (wrong !== undefined) return { reason: `‘${wrong}’ cannot be an id` };
  const name = label.replaceAll(/\s+/g, ' ').trim();
  // What has no label of its own is often listed under its id.
  return { item: { edge_id, id, label: name === id ? '' : name } };
}
