import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCall } from '#client/api-client.ts';
import { API_BASE, VERSION } from '#contract/wire.ts';
import { sharedRoutes } from './demo-routes.ts';
import { expect, test } from './fixtures.ts';
import { apiKey, withService, type Service } from './service.ts';

/** Not the default: a request that lost it on its way would be refused. */
const VERSION_HEADER = 'Gate-Version';

export const INSTANCE_NAME = 'Relay';

interface UpstreamFixtures {
  /** Another instance of the service, with the data; `call` speaks to it directly. */
  upstream: Service;
}

/** `service` has nothing but the page, no key of its own, and stands before `upstream`. */
export const upstreamTest = test.extend<UpstreamFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  upstream: async ({}, provide) => withService({ VERSION_HEADER }, provide),
  service: async ({ upstream }, provide) => {
    const ROUTES_FILE = join(upstream.dataDir, 'routes.json');
    await writeFile(ROUTES_FILE, JSON.stringify(await sharedRoutes(upstream)));
    const settings = {
      UPSTREAM_URL: `${upstream.url}${API_BASE}`,
      VERSION_HEADER,
      INSTANCE_NAME,
      LOG_LEVEL: 'info',
      FIRST_API_KEY: '',
      ROUTES_FILE,
    };
    await withService(settings, async (service) => {
      await provide(service);
      await service.stop();
      expect(service.output).toContain('"msg":"request"');
    });
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
