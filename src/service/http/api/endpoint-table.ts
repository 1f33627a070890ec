import type { Endpoint } from '#contract/endpoint.ts';
import { pathOf } from '#service/http/raw-path.ts';
import { Refusal } from '#service/http/errors.ts';

/**
 * Finds endpoints by what stands in a request, without decoding it: fixed segments must be spelled as in the contract.
 *
 * @returns finds the route of a method (`HEAD` where `GET` is) and an address relative to the API's base, and
 *   throws a `Refusal` when there is none
 */
export function createEndpointTable<Row extends { endpoint: Endpoint }>(routes: Row[]) {
  const allowed = allowedMethods(routes.map(({ endpoint }) => endpoint));
  const rows = routes.map((route) => ({
    route,
    method: route.endpoint.method,
    path: route.endpoint.path,
    segments: route.endpoint.path.split('/'),
  }));

  return (method: string, address: string): Row => {
    const asked = pathOf(address).split('/');
    const found = rows.filter(({ segments }) => isMatch(segments, asked));
    const [first] = found;
    if (first === undefined) throw endpointNotFound();
    const wanted = method === 'HEAD' ? 'GET' : method;
    const row = found.find((each) => each.method === wanted);
    if (row === undefined) throw methodNotAllowed(allowed.get(first.path) ?? '');
    return row.route;
  };
}

/** @returns what stands in an address for the names of the endpoint's path, decoded; the table has matched it */
export function pathParams({ path }: Endpoint, address: string): Record<string, string> {
  const asked = pathOf(address).split('/');
  return Object.fromEntries(
    path
      .split('/')
      .flatMap((segment, index) =>
        isParameter(segment)
          ? [[segment.slice(1, -1), decodeURIComponent(asked[index] ?? '')]]
          : [],
      ),
  );
}

/** @returns by path template, what the header `Allow` says */
function allowedMethods(endpoints: Endpoint[]): Map<string, string> {
  const methods = new Map<string, string>();
  for (const endpoint of endpoints) {
    const allow = endpoint.method === 'GET' ? 'GET, HEAD' : endpoint.method;
    const before = methods.get(endpoint.path);
    methods.set(endpoint.path, before === undefined ? allow : `${before}, ${allow}`);
  }
  return methods;
}

const endpointNotFound = () =>
  new Refusal(404, 'ENDPOINT_NOT_FOUND', 'The API has nothing at this address');

const methodNotAllowed = (allow: string) =>
  new Refusal(405, 'METHOD_NOT_ALLOWED', `This address answers ${allow} only`, {
    headers: { Allow: allow },
  });

const isParameter = (segment: string) => segment.startsWith('{');

const isMatch = (segments: string[], asked: string[]) =>
  segments.length === asked.length &&
  segments.every((segment, index) =>
    isParameter(segment) ? asked[index] !== '' : segment === asked[index],
  );
