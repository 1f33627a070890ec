import { readdir } from 'node:fs/promises';
import type { Page, Response } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { expectAccessible } from './checks.ts';
import {
  addUnknownPolicies,
  alertAbout,
  button,
  enforceSwitch,
  filterField,
  inAccountMenu,
  link,
  nameField,
  receipt,
  reviewAndApply,
  section,
  submitKey,
  switchOf,
} from './controls.ts';
import { demoScene } from './demo-routes.ts';
import { expect, signIn, uniqueName } from './fixtures.ts';
import { apiKey } from './service.ts';
import { INSTANCE_NAME, upstreamTest as test } from './upstream.ts';

/** @returns headers of the answers from now on that an answer under the page's own address must not have */
function foreignHeadersOf(page: Page) {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  return async () =>
    (await Promise.all(responses.map((response) => response.allHeaders())))
      .flatMap((headers) => Object.keys(headers))
      .filter((name) => /^(set-cookie|access-control-.*|location|server)$/.test(name));
}

test('bot users and routes of the upstream are read and changed from this address, also after it was away', async ({
  page,
  context,
  problems,
  call,
  service,
  upstream,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const foreignHeaders = foreignHeadersOf(page);
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

  const name = uniqueName('relayed');
  await link(page, 'New bot user').click();
  await nameField(page).fill(name);
  await button(page, 'Create bot user').click();
  await expect(receipt(page)).toContainText(`${name} created.`);
  await switchOf(page, name).uncheck();
  await expect(receipt(page)).toContainText(`${name} is now inactive.`);
  const { bot_users } = await call(botUserEndpoints.list, {});
  expect(bot_users[0]).toMatchObject({ name, active: false });

  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Copy as curl', exact: true }).click();
  await expect(page.getByRole('menu')).toContainText('Copied');
  await page.getByRole('menuitem', { name: 'Delete…', exact: true }).click();
  await button(page, 'Delete bot user').click();
  await expect(receipt(page)).toContainText(`${name} deleted.`);
  // The page may not read the clipboard, so what was copied is pasted by keyboard.
  await filterField(page).press('ControlOrMeta+v');
  await expect(filterField(page)).toHaveValue(/^curl -X GET "\$BASE_URL\/bot_users\/.*\$API_KEY/);
  await expect(filterField(page)).toHaveValue(/'Gate-Version: 2'/);
  await expect(filterField(page)).not.toHaveValue(new RegExp(`${apiKey}|127\\.0\\.0\\.1`));
  await filterField(page).fill('');

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

  expect(await foreignHeaders()).toEqual([]);
  expect(await readdir(service.dataDir), 'data of the one in front').toEqual([]);

  // It goes away and comes back. Late parts may be on their way then.
  problems.allow(502, 'no answer');
  const away = 'The service answered 502.';
  const loaded = uniqueName('loaded');
  await call(botUserEndpoints.create, { body: { name: loaded } });
  await enforceSwitch(page).check();
  await upstream.stop();
  await button(page, 'Review changes').click();
  await expect(alertAbout(page, 'Not reviewed.')).toContainText('your changes are still here');
  await expect(enforceSwitch(page)).toBeChecked();
  await upstream.start();
  await reviewAndApply(page, 'IP restriction turns on.');
  await expect(receipt(page)).toContainText('IP restriction applied to');
  await inAccountMenu(page, 'History');
  await expect(page.getByText('This service keeps no history.')).toBeVisible();
  await expectAccessible(page);

  await signIn(page);
  await expect(switchOf(page, loaded)).toBeChecked();
  await upstream.stop();
  await button(page, 'Load more').click();
  const later = alertAbout(page, 'The next page could not be loaded.');
  await expect(later).toContainText(`${away} Your data is not affected.`);
  await expect(later).toContainText('“The service behind this dashboard cannot be reached');
  await switchOf(page, loaded).click();
  const unchanged = alertAbout(page, 'Not changed.');
  await expect(unchanged).toContainText(away);
  await expect(switchOf(page, loaded)).toBeChecked();
  await upstream.start();
  await unchanged.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(switchOf(page, loaded)).not.toBeChecked();
  // The rows are those from before; loading goes on where it had stopped.
  await expect(page.getByText('100 loaded. Loading stopped after an error.')).toBeVisible();
  await later.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(page.getByText('200 loaded, newest first. The service has more.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await upstream.stop();
  await inAccountMenu(page, 'Sign out');
  await submitKey(page, 'not-the-key');
  await expect(alertAbout(page, 'The service has a problem')).toContainText(
    'It answered 502. Your key was not checked.',
  );
  await service.stop();
  expect(service.output).not.toContain('not-the-key');
});
