import type { RequestListener } from 'node:http';
import { RUNTIME_CONFIG_PATH, type RuntimeConfig } from '#contract/runtime-config.ts';
import { API_BASE } from '#contract/wire.ts';
import { test } from './fixtures.ts';
import { listening, passOn } from './local-server.ts';
import type { Service } from './service.ts';

/** The built page on a host that knows nothing of any service, and the service on another origin. */
export interface StaticHost {
  readonly url: string;
  /** What the file beside the page says at least. */
  readonly leastConfig: { service_host: string; api_base: string };
  /** The text of that file; `undefined`: the host has none, so that it answers the page in its place. */
  config: string | undefined;
}

/** A static host for each test; its page speaks to the service of the worker. */
export const staticTest = test.extend<{ host: StaticHost }>({
  host: async ({ service }, provide) => withStaticHost(service, provide),
  baseURL: async ({ host }, provide) => provide(host.url),
  problems: async ({ problems, host }, provide) => {
    problems.allowOrigin(new URL(host.leastConfig.api_base).origin);
    await provide(problems);
  },
});

/** The least that a page needs, and what a test adds to it. */
export const configOf = (host: StaticHost, more: Partial<RuntimeConfig> = {}) =>
  JSON.stringify({ ...host.leastConfig, ...more });

async function withStaticHost(
  service: Service,
  body: (host: StaticHost) => Promise<void>,
): Promise<void> {
  await listening(forwarder(service), async (api) => {
    const policy = await pagePolicy(service, api);
    const leastConfig = { service_host: new URL(api).host, api_base: api + API_BASE };
    const host = {
      url: '',
      leastConfig,
      config: JSON.stringify(leastConfig) as string | undefined,
    };

    const answer: RequestListener = (request, response) => {
      const { url = '/' } = request;
      if (url === RUNTIME_CONFIG_PATH && host.config !== undefined)
        return void response.end(host.config);
      // It has the files of the page, and the document in the place of all others.
      if (!/^\/(assets\/|favicon)/.test(url)) request.url = '/';
      return void passOn(request, response, service.url, { 'content-security-policy': policy });
    };
    await listening(answer, (url) => body(Object.assign(host, { url })));
  });
}

/** The service's own strict policy, with the one address more that the operator of such a host allows. */
async function pagePolicy(service: Service, api: string): Promise<string> {
  const { headers } = await fetch(service.url);
  const policy = headers.get('content-security-policy') ?? '';
  return policy.replace("connect-src 'self'", `connect-src 'self' ${api}`);
}

/** In front of the service, as one that other origins may ask: it echoes who asks and what they want to send. */
function forwarder(service: Service): RequestListener {
  return (request, response) => {
    const { headers } = request;
    const cors = { 'access-control-allow-origin': headers.origin ?? '', vary: 'Origin' };
    if (request.method === 'OPTIONS')
      return response
        .writeHead(204, {
          ...cors,
          'access-control-allow-headers': headers['access-control-request-headers'],
          'access-control-allow-methods': headers['access-control-request-method'],
          'access-control-max-age': '600',
        })
        .end();
    void passOn(request, response, service.url, cors);
  };
}
