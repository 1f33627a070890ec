import type { Endpoint } from '#contract/endpoint.ts';
import { pathOf, refuseUnclearParameter } from '#service/http/raw-path.ts';
import { Refusal } from '#service/http/refusal.ts';

/**
 * Finds endpoints by what stands in a request, without decoding it: fixed segments must be spelled as in the contract.
 *
 * @returns finds the endpoint of a method (`HEAD` where `GET` is) and an address relative to the API's base, and
 *   throws a `Refusal` when there is none
 */
export function createEndpointTable(endpoints: Endpoint[]) {
  const allowed = allowedMethods(endpoints);
  const rows = endpoints.map((endpoint) => ({ endpoint, segments: endpoint.path.split('/') }));

  return (method: string, address: string): Endpoint => {
    const asked = pathOf(address).split('/');
    const found = rows.filter(({ segments }) => isMatch(segments, asked));
    const path = found[0]?.endpoint.path;
    if (found[0] === undefined || path === undefined) throw endpointNotFound();
    for (const [index, segment] of found[0].segments.entries())
      if (isParameter(segment)) refuseUnclearParameter(asked[index] ?? '');

    const wanted = method === 'HEAD' ? 'GET' : method;
    const row = found.find(({ endpoint }) => endpoint.method === wanted);
    if (row === undefined) throw methodNotAllowed(allowed.get(path) ?? '');
    return row.endpoint;
  };
}

/** @returns by path template, what the header `Allow` says */
export function allowedMethods(endpoints: Endpoint[]): Map<string, string> {
  const methods = new Map<string, string>();
  for (const endpoint of endpoints) {
    const allow = endpoint.method === 'GET' ? 'GET, HEAD' : endpoint.method;
    const before = methods.get(endpoint.path);
    methods.set(endpoint.path, before === undefined ? allow : `${before}, ${allow}`);
  }
  return methods;
}

export const endpointNotFound = () =>
  new Refusal(404, 'ENDPOINT_NOT_FOUND', 'The API has nothing at this address');

export const methodNotAllowed = (allow: string) =>
  new Refusal(405, 'METHOD_NOT_ALLOWED', `This address answers ${allow} only`, {
    headers: { Allow: allow },
  });

const isParameter = (segment: string) => segment.startsWith('{');

const isMatch = (segments: string[], asked: string[]) =>
  segments.length === asked.length &&
  segments.every((segment, index) => isParameter(segment) || segment === asked[index]);
