import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCall } from '#client/api-client.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { API_BASE, VERSION } from '#contract/wire.ts';
import { expectAccessible } from './checks.ts';
import {
  addUnknownPolicies,
  alertAbout,
  button,
  enforceSwitch,
  inAccountMenu,
  link,
  receipt,
  reviewAndApply,
  section,
  submitKey,
} from './controls.ts';
import { demoScene, sharedRoutes } from './demo-routes.ts';
import { expect, test as base } from './fixtures.ts';
import { apiKey, withService, type Service } from './service.ts';

/** Not the default: a request that lost it on its way would be refused. */
const VERSION_HEADER = 'Gate-Version';

const INSTANCE_NAME = 'Relay';

/**
 * `service` has nothing but the page, no key of its own, and stands before `upstream`: another one with the data, to
 * which `call` speaks.
 */
const test = base.extend<{ upstream: Service }>({
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

test('bot users of the upstream are read and a route is changed from this address, also after it was away', async ({
  page,
  problems,
  call,
  service,
  upstream,
}) => {
  const { host } = new URL(upstream.url);
  await page.goto('/bot-users');
  await expect(page.getByText(`Sent only to ${host}.`, { exact: true })).toBeVisible();
  await submitKey(page, apiKey);
  await expect(page).toHaveTitle(`Bot users · Gatehouse · ${INSTANCE_NAME}`);
  await expect(page.getByRole('banner').getByText(host, { exact: true })).toBeVisible();

  // Where the next page is, the upstream says with its own origin.
  const { next_page_uri } = await call(botUserEndpoints.list, {});
  expect(next_page_uri).toContain(upstream.url);
  await button(page, 'Load more').click();
  await expect(page.getByText('200 loaded, newest first. The service has more.')).toBeVisible();

  const { route, params, path, policies } = await demoScene(service, call);
  const ip_policy_ids = policies.slice(0, 1);
  await call(ipRestrictionEndpoints.replace, { params, body: { enabled: true, ip_policy_ids } });
  await section(page, 'Routes').click();
  await expect(page.getByText(/^Checked \d+ routes\./)).toBeVisible(); // the rows move for the last time
  await link(page, route.label).click();
  await expect(page).toHaveURL(path);
  await addUnknownPolicies(page, policies[1] ?? '');
  await enforceSwitch(page).uncheck();
  await reviewAndApply(page, 'IP restriction turns off.');
  await expect(receipt(page)).toContainText(`IP restriction applied to ${route.label}.`);
  expect(await call(ipRestrictionEndpoints.get, { params })).toMatchObject({
    enabled: false,
    ip_policies: policies.slice(0, 2).map((id) => ({ id })),
  });

  expect(await readdir(service.dataDir), 'data of the one in front').toEqual([]);

  // It goes away and comes back. Late parts may be on their way then.
  problems.allow(502, 'no answer');
  await enforceSwitch(page).check();
  await upstream.stop();
  await button(page, 'Review changes').click();
  const away = alertAbout(page, 'Not reviewed.');
  await expect(away).toContainText('No answer from ');
  await expect(away).toContainText('your changes are still here');
  await expect(enforceSwitch(page)).toBeChecked();
  await upstream.start();
  await reviewAndApply(page, 'IP restriction turns on.');
  await expect(receipt(page)).toContainText('IP restriction applied to');
  await inAccountMenu(page, 'History');
  await expect(page.getByText('This service keeps no history.')).toBeVisible();
  await expectAccessible(page);
});
