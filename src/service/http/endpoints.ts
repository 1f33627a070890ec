import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { ServiceError } from '#service/domain/errors.ts';

/** The options of Fastify's route for an endpoint of the contract. */
export const routeOf = ({ method, path }: Endpoint) => ({
  method,
  url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
  config: { label: path },
});

/**
 * Answers 404 to all other addresses below a base path, and 405 to other methods.
 *
 * @param app has the base path as its prefix
 * @returns refuses a request for which there is no route, before its body is read
 */
export function refuseOthers(app: FastifyInstance, endpoints: Endpoint[]) {
  const forms = endpoints.map(({ method, path }) => ({ method, form: formOf(path) }));
  const refuse = (request: FastifyRequest): void => {
    const path = pathOf(request).slice(app.prefix.length);
    refuseOddSegments(path);
    const fitting = forms.filter(({ form }) => form.test(path));
    if (fitting.length === 0) throw new ServiceError('ENDPOINT_NOT_FOUND');
    if (!request.is404) return;
    const methods = fitting
      .map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method))
      .join(', ');
    throw new ServiceError('METHOD_NOT_ALLOWED', { values: { methods } });
  };
  app.setNotFoundHandler(refuse);
  return refuse;
}

/** Fixed segments must be spelled as in the contract; Fastify decodes them before it compares. */
const formOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

export const pathOf = ({ url }: FastifyRequest) => url.replace(/\?.*$/, '');

/**
 * Other programs resolve dot segments: `x/..` would be another resource. Some servers cut what follows a `;`, so `..;x` is
 * a dot segment as well. An empty segment is no id.
 */
function refuseOddSegments(path: string): void {
  if (/\/(\.|%2e){1,2}(\/|;|%3b|$)/i.test(path)) throw new ServiceError('INVALID_PATH');
  if (/\/(\/|$)/.test(path)) throw new ServiceError('ENDPOINT_NOT_FOUND');
}

export const isRead = ({ method }: { method: string }) => method === 'GET' || method === 'HEAD';

/** @throws {ServiceError} the request has a body */
export function refuseBody({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (hasBody(headers)) throw new ServiceError('BODY_NOT_EXPECTED');
}

export const hasBody = (headers: FastifyRequest['headers']) =>
  Number(headers['content-length'] ?? 0) !== 0 || headers['transfer-encoding'] !== undefined;
