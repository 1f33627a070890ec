import type { Endpoint } from '#contract/endpoint.ts';
import { HttpError } from '#service/http/http-error.ts';

export interface Match<Row> {
  row: Row;
  /** By name in the endpoint's path, decoded. */
  params: Record<string, string>;
}

/**
 * Finds endpoints by method and path. Fixed segments must be spelled as in the contract.
 *
 * @returns finds the row for a method (`HEAD` counts as `GET`) and a raw path, relative to the API's base; throws an
 *   `HttpError` when there is none
 */
export function createEndpointTable<Row extends { endpoint: Endpoint }>(rows: Row[]) {
  const patterns = rows.map((row) => ({ row, segments: row.endpoint.path.split('/') }));

  return (method: string, path: string): Match<Row> => {
    const decoded = decodeSegments(path);
    const asked = path.split('/');
    const found = patterns.filter(({ segments }) => isMatch(segments, asked));
    if (found.length === 0) throw new HttpError('ENDPOINT_NOT_FOUND');
    const wanted = method === 'HEAD' ? 'GET' : method;
    const match = found.find(({ row }) => row.endpoint.method === wanted);
    if (match === undefined) throw methodNotAllowed(found.map(({ row }) => row.endpoint.method));
    const params = match.segments.flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1, -1), decoded[index]]] : [],
    );
    return { row: match.row, params: Object.fromEntries(params) };
  };
}

/**
 * Takes the raw path: a `URL` resolves dot segments, so `x/..` would be another resource. Some servers cut what follows
 * a `;`, so `..;x` counts as well.
 *
 * @throws {HttpError} the path has a dot segment, or a % that is no percent-encoding of UTF-8
 */
export function decodeSegments(path: string): string[] {
  if (/\/(\.|%2e){1,2}(\/|;|%3b|$)/i.test(path))
    throw invalidPath('The path holds a . or .. segment');
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    throw invalidPath('The path holds a % that is no percent-encoding');
  }
}

export const invalidPath = (text: string) => new HttpError('INVALID_PATH', { text });

function methodNotAllowed(found: Endpoint['method'][]): HttpError {
  const methods = found.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
  return new HttpError('METHOD_NOT_ALLOWED', { values: { methods }, headers: { Allow: methods } });
}

const isParameter = (segment: string) => segment.startsWith('{');

const isMatch = (segments: string[], asked: string[]) =>
  segments.length === asked.length &&
  segments.every((segment, index) =>
    isParameter(segment) ? asked[index] !== '' : segment === asked[index],
  );
