import { writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Page, Response } from 'playwright/test';
import { createCall } from '#client/api-client.ts';
import { API_BASE, VERSION } from '#contract/wire.ts';
import { sharedRoutes } from './demo-routes.ts';
import { expect, test } from './fixtures.ts';
import { listening } from './local-server.ts';
import { apiKey, withService, type Service } from './service.ts';

/** Not the default: a request that lost it on its way would be refused. */
const VERSION_HEADER = 'Gate-Version';

export const INSTANCE_NAME = 'Relay';

interface UpstreamFixtures {
  upstreamSettings: Record<string, string>;
  /** Another instance of the service, with the data; `call` speaks to it directly. */
  upstream: Service;
}

/** `service` has nothing but the page and stands before `upstream`. */
export const upstreamTest = test.extend<UpstreamFixtures>({
  upstreamSettings: [{}, { option: true }],
  upstream: async ({ upstreamSettings }, provide) =>
    withService({ VERSION_HEADER, ...upstreamSettings }, provide),
  service: async ({ upstream }, provide) => {
    const routesFile = join(upstream.dataDir, 'routes.json');
    await writeFile(routesFile, JSON.stringify(await sharedRoutes(upstream)));
    await before(`${upstream.url}${API_BASE}`, provide, { ROUTES_FILE: routesFile });
  },
  call: async ({ upstream }, provide) =>
    provide(
      createCall({
        baseUrl: `${upstream.url}${API_BASE}`,
        apiKey: () => apiKey,
        version: { header: VERSION_HEADER, value: VERSION },
      }),
    ),
});

interface Stub {
  /** Answers whatever is asked; a test puts its own in place. */
  answer: RequestListener;
}

/** `service` stands before something that is not a management API; both are there for all tests of a worker. */
export const stubTest = test.extend<{ stub: Stub }, { stubbed: { stub: Stub; service: Service } }>({
  stubbed: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, provide) => {
      const stub: Stub = { answer: (_request, response) => response.writeHead(404).end() };
      await listening(
        (request, response) => stub.answer(request, response),
        (url) => before(url, (service) => provide({ stub, service })),
      );
    },
    { scope: 'worker' },
  ],
  stub: async ({ stubbed }, provide) => provide(stubbed.stub),
  service: async ({ stubbed }, provide) => provide(stubbed.service),
});

/** A service without data of its own, and without a key. */
const before = (
  upstreamUrl: string,
  provide: (service: Service) => Promise<void>,
  settings: Record<string, string> = {},
) =>
  withService(
    {
      UPSTREAM_URL: upstreamUrl,
      VERSION_HEADER,
      INSTANCE_NAME,
      LOG_LEVEL: 'info',
      FIRST_API_KEY: '',
      ...settings,
    },
    async (service) => {
      await provide(service);
      await service.stop();
      expect(service.output).toContain('"msg":"request"');
    },
  );

/** What the page loads and is answered, from now on. */
export interface Traffic {
  /** How often the page was loaded anew. */
  loads(): number;
  /** Headers that an answer under the page's own address must not have. */
  foreignHeaders(): Promise<string[]>;
}

export function watchTraffic(page: Page): Traffic {
  const responses: Response[] = [];
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++;
  });
  page.on('response', (response) => responses.push(response));
  return {
    loads: () => loads,
    foreignHeaders: async () =>
      (await Promise.all(responses.map((response) => response.allHeaders())))
        .flatMap((headers) => Object.keys(headers))
        .filter((name) => /^(set-cookie|access-control-.*|location|server)$/.test(name)),
  };
}
