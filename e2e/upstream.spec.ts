import { readdir } from 'node:fs/promises';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import {
  addUnknownPolicies,
  alertAbout,
  button,
  enforceSwitch,
  filterField,
  keyField,
  link,
  nameField,
  receipt,
  reviewAndApply,
  submitKey,
  switchOf,
} from './controls.ts';
import { demoScene } from './demo-routes.ts';
import { expect, signIn, uniqueName } from './fixtures.ts';
import { apiKey } from './service.ts';
import { INSTANCE_NAME, upstreamTest as test, watchTraffic } from './upstream.ts';

test('bot users of the upstream are read, made, changed and deleted from this address', async ({
  page,
  context,
  call,
  service,
  upstream,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const traffic = watchTraffic(page);
  const { host } = new URL(upstream.url);
  await page.goto('/bot-users');
  await expect(page.getByText(`Sent only to ${host}.`, { exact: true })).toBeVisible();
  await submitKey(page, apiKey);
  await expect(page).toHaveTitle(`Bot users · Gatehouse · ${INSTANCE_NAME}`);
  await expect(page.getByRole('banner').getByText(host, { exact: true })).toBeVisible();

  // Where the next page is, the upstream says with its own origin.
  const { next_page_uri } = await call(botUserEndpoints.list, {});
  expect(next_page_uri).toContain(upstream.url);
  await expect(page.getByText('100 loaded, newest first. The service has more.')).toBeVisible();
  await button(page, 'Load more').click();
  await expect(page.getByText('200 loaded, newest first. The service has more.')).toBeVisible();
  await button(page, 'Load more').click();
  await expect(page.getByText('All 250 loaded.').first()).toBeVisible();

  const name = uniqueName('relayed');
  await link(page, 'New bot user').click();
  await nameField(page).fill(name);
  await button(page, 'Create bot user').click();
  await expect(receipt(page)).toContainText(`${name} created.`);
  await filterField(page).fill(name);
  await expect(page.getByRole('rowheader')).toHaveText([name]);

  await link(page, name).click();
  await nameField(page).fill(`${name}-2`);
  await button(page, 'Save changes').click();
  await expect(receipt(page)).toContainText('Saved.');
  await link(page, 'Cancel').click();

  const stored = async () => {
    const { bot_users } = await call(botUserEndpoints.list, {});
    return bot_users.find((bot) => bot.name === `${name}-2`)?.active;
  };
  await switchOf(page, `${name}-2`).uncheck();
  await expect(receipt(page)).toContainText(`${name}-2 is now inactive.`);
  await expect.poll(stored).toBe(false);
  await button(page, 'Undo').click();
  await expect(receipt(page)).toContainText(`${name}-2 is now active.`);
  await expect.poll(stored).toBe(true);

  await button(page, `Actions for ${name}-2`).click();
  await page.getByRole('menuitem', { name: 'Copy as curl', exact: true }).click();
  await expect(page.getByRole('menu')).toContainText('Copied');
  await page.getByRole('menuitem', { name: 'Delete…', exact: true }).click();
  await button(page, 'Delete bot user').click();
  await expect(receipt(page)).toContainText(`${name}-2 deleted.`);
  expect(await stored()).toBeUndefined();

  // The page may not read the clipboard, so what was copied is pasted by keyboard.
  await filterField(page).press('ControlOrMeta+a');
  await filterField(page).press('ControlOrMeta+v');
  await expect(filterField(page)).toHaveValue(/^curl -X GET "\$BASE_URL\/bot_users\/.*\$API_KEY/);
  await expect(filterField(page)).toHaveValue(/'Gate-Version: 2'/);
  await expect(filterField(page)).not.toHaveValue(new RegExp(`${apiKey}|127\\.0\\.0\\.1`));

  expect(await traffic.foreignHeaders()).toEqual([]);
  expect(traffic.loads()).toBe(1);
  expect(await readdir(service.dataDir), 'data of the one in front').toEqual([]);
});

test('the restriction of a route that the operator shares is changed at the upstream', async ({
  page,
  call,
  service,
}) => {
  const { route, params, path, policies } = await demoScene(service, call);
  const ip_policy_ids = policies.slice(0, 1);
  await call(ipRestrictionEndpoints.replace, { params, body: { enabled: true, ip_policy_ids } });
  await signIn(page, '/routes');
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
});

test('at the sign-in, a wrong key and an upstream that is away are told apart', async ({
  page,
  problems,
  service,
  upstream,
}) => {
  // Late parts may be on their way when the service ends.
  problems.allow(401, 502, 'no answer');
  await page.goto('/sign-in');
  await submitKey(page, 'not-the-key');
  await expect(alertAbout(page, 'This key was not accepted')).toContainText(
    'The service answered 401.',
  );
  await expect(keyField(page)).toBeFocused();

  await upstream.stop();
  await submitKey(page, apiKey);
  const alert = alertAbout(page, 'The service has a problem');
  await expect(alert).toContainText('It answered 502. Your key was not checked.');
  await expect(alert).toContainText('“The service behind this dashboard cannot be reached');
  await upstream.start();
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL('/bot-users');
  await expect(page.getByRole('rowheader').first()).toBeVisible();

  await service.stop();
  expect(service.output).not.toContain('not-the-key');
});
