import type { ListMeaning, Reading } from '#bulk/read-list.ts';
import { isAddressable } from '#contract/endpoint.ts';
import type { NewRoute } from '#web/features/routes/known-routes.ts';

/** What the rows of a list of routes mean. @param hosts of the connected service; other addresses are refused */
export const routeLines = (hosts: readonly string[]): ListMeaning<NewRoute> => ({
  names: {
    label: ['label', 'name', 'title', 'description'],
    edge: ['edge', 'edgeid', 'httpsedge', 'httpsedgeid'],
    route: ['route', 'routeid', 'id'],
    address: ['address', 'url', 'uri', 'link', 'routeurl', 'routeuri', 'routeaddress'],
  },
  headings: [['edge', 'route'], ['address']],
  lists: ['routes'],
  hasWords: true,
  fromCells: (cells) => fromCells(cells, hosts),
  fromFields({ label = '', edge = '', route = '', address = '' }) {
    const isPair = edge && route && !LIKE_ROUTE.test(edge) && !LIKE_EDGE.test(route);
    const ids = isPair ? routeOf(edge, route, '') : fromCells([address, edge, route], hosts);
    return 'item' in ids ? routeOf(ids.item.edge_id, ids.item.id, label) : ids;
  },
});

type RouteReading = Reading<NewRoute>;

/** Ids may be those of another service: they are believed where a line has one of each kind. */
const LIKE_ROUTE = /^(?:edg[a-z]*rt|route|rt)_/;
const LIKE_EDGE = /^edg(?![a-z]*rt_)[a-z]*_/;

/** Words have neither: a line of prose is no route. */
const looksLikeId = (text: string) => /^[\w.~:%+=@-]+$/.test(text) && /[\d_]/.test(text);

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
const ROUTE_ADDRESS = /(?:^|\/)edges\/.+\/routes(?:\/|$)/i;
const PAIR = /^([^\s/]+)\s*\/\s*([^\s/]+)$/;

/** Edge and route in any order, by the shape of their ids or as an address. The rest is the label. */
function fromCells(cells: readonly string[], hosts: readonly string[]): RouteReading {
  const parts = cells.flatMap((cell) => {
    const [, first = '', second = ''] = PAIR.exec(cell) ?? [];
    return LIKE_EDGE.test(first) && LIKE_ROUTE.test(second) ? [first, second] : cell || [];
  });
  const labelWithout = (...taken: string[]) =>
    parts.filter((part) => !taken.includes(part)).join(' ');
  const each = (shape: RegExp) => [...new Set(parts.filter((part) => shape.test(part)))];

  const [address, ...addresses] = each(ROUTE_ADDRESS);
  const [edge, ...edges] = each(LIKE_EDGE);
  const [route, ...routes] = each(LIKE_ROUTE);
  if ([...addresses, ...edges, ...routes].length > 0)
    return { reason: 'it has more than one route' };
  if (address) return readAddress(address, labelWithout(address), hosts);
  if (edge && route) return routeOf(edge, route, labelWithout(edge, route));
  // The label of a route may be an address: that of what it leads to.
  const other = parts.find((part) => ADDRESS.test(part));
  if (other) return readAddress(other, '', hosts);

  const [one, two, ...more] = parts.filter(looksLikeId);
  if (!one) return { reason: 'it is neither ids nor a URL' };
  if (!two && edge) return { reason: 'it has an edge id and no route id' };
  if (!two && route) return { reason: 'it has a route id and no edge id' };
  if (!two) return { reason: 'one id is missing' };
  if (more.length > 0 && !edge && !route) return { reason: 'it has more than two ids' };
  return routeOf(one, two, labelWithout(one, two));
}

/** With or without `/ip_restriction`, also of this app's own editor. Only here ids are encoded. */
function readAddress(address: string, label: string, hosts: readonly string[]): RouteReading {
  if (ADDRESS.test(address)) {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const [connected = ''] = hosts;
    if (!url) return { reason: 'it is not a web address' };
    if (!hosts.includes(url.host))
      return { reason: `it belongs to ${url.host}, and this page is connected to ${connected}` };
  }
  const [, edge, id] =
    /(?:^|\/)edges\/(?:https\/)?([^/]+)\/routes\/([^/]+)(?:\/ip[_-]restriction)?\/?$/.exec(
      address.replace(/[?#].*$/, ''),
    ) ?? [];
  if (!edge || !id) return { reason: 'it is not the address of a route' };
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
