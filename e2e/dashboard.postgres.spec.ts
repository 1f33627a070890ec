import type { Page } from 'playwright/test';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import {
  addPolicies,
  alertAbout,
  button,
  countLine,
  enforceSwitch,
  link,
  nameField,
  receipt,
  reviewAndApply,
  switchOf,
} from './controls.ts';
import { demoScene } from './demo-routes.ts';
import { expect, signIn, uniqueName } from './fixtures.ts';
import { expectAnnounced } from './page-signs.ts';
import { postgresTest } from './postgres.ts';
import { recordProblems } from './problems.ts';
import { withService } from './service.ts';

const test = postgresTest.extend({
  settings: async ({ settings }, provide) => provide({ ...settings, DEMO: 'on' }),
});

async function create(page: Page, name: string) {
  await link(page, 'New bot user').click();
  await nameField(page).fill(name);
  await button(page, 'Create bot user').click();
}

test('on PostgreSQL, bot users are listed, made and changed, and are there after a restart', async ({
  page,
  service,
  problems,
}) => {
  problems.allow('no answer'); // late parts, while the service restarts
  await signIn(page);
  await expect(countLine(page)).toHaveText('100 loaded, newest first. The service has more.');
  await button(page, 'Load more').click();
  await button(page, 'Load more').click();
  await expect(countLine(page)).toHaveText('All 250 loaded.');

  const name = uniqueName('kept');
  await create(page, name);
  await expect(receipt(page)).toContainText(`${name} created.`);
  await link(page, name).click();
  await nameField(page).fill(`${name}-2`);
  await button(page, 'Save changes').click();
  await expect(receipt(page)).toContainText('Saved.');
  await link(page, 'Cancel').click();
  await switchOf(page, `${name}-2`).uncheck();
  await expect(receipt(page)).toContainText(`${name}-2 is now inactive.`);

  await service.restart();
  await button(page, 'Refresh').click();
  await expectAnnounced(page, 'Read again: nothing has changed.');
  await expect(countLine(page)).toHaveText('All 251 loaded.');
  await expect(page.getByRole('rowheader').first()).toHaveText(`${name}-2`);
  await expect(switchOf(page, `${name}-2`)).not.toBeChecked();
});

test('on PostgreSQL, an IP restriction is changed through its review, and stays so', async ({
  page,
  call,
  service,
  problems,
}) => {
  problems.allow('no answer'); // late parts, while the service restarts
  const { route, params, path, policies } = await demoScene(service, call);
  const body = { enabled: true, ip_policy_ids: policies.slice(0, 2) };
  await call(ipRestrictionEndpoints.replace, { params, body });
  await signIn(page, path);
  await button(page, `Remove ${policies[0]}`).click();
  await addPolicies(page, policies[2] ?? '');
  await reviewAndApply(page, 'You could lock people out.');
  await expect(receipt(page)).toContainText(`IP restriction applied to ${route.label}.`);

  await service.restart();
  await button(page, 'Reload').click();
  await expect(enforceSwitch(page)).toBeChecked();
  const ids = page.getByRole('list', { name: 'IP policies' }).getByRole('listitem');
  await expect(ids).toContainText([policies[1] ?? '', policies[2] ?? '']);
  expect(await call(ipRestrictionEndpoints.get, { params })).toMatchObject({
    enabled: true,
    ip_policies: policies.slice(1, 3).map((id) => ({ id })),
  });
});

test('two instances on one database show each other’s changes', async ({
  page,
  browser,
  problems,
  settings,
}) => {
  problems.allow(409);
  const name = uniqueName('shared');
  await signIn(page);
  await withService(settings, async (second) => {
    const context = await browser.newContext({ baseURL: second.url });
    const problemsThere = await recordProblems(context, second.url);
    const there = await context.newPage();
    await signIn(there);
    await expect(there.getByRole('rowheader').first()).toBeVisible();

    await create(page, name);
    await switchOf(page, name).uncheck();
    await expect(receipt(page)).toContainText(`${name} is now inactive.`);
    await expect(switchOf(there, name)).toHaveCount(0);
    await button(there, 'Refresh').click();
    await expect(switchOf(there, name)).not.toBeChecked();

    await switchOf(there, name).check();
    await expect(receipt(there)).toContainText(`${name} is now active.`);
    await button(page, 'Refresh').click();
    await expect(switchOf(page, name)).toBeChecked();
    expect(await problemsThere.unexpected()).toEqual([]);
    await context.close();
  });
  await create(page, name);
  await expect(page.getByText('Name is already used by another bot user').first()).toBeVisible();
});

test('what is loaded outlives a database that goes away and comes back', async ({
  page,
  problems,
  postgres,
}) => {
  problems.allow(503);
  await signIn(page);
  const name = uniqueName('outlives');
  await create(page, name);
  await expect(switchOf(page, name)).toBeChecked();

  await postgres?.pause();
  await switchOf(page, name).click();
  const unchanged = alertAbout(page, 'Not changed.');
  await expect(unchanged).toContainText('The service answered 503.');
  await expect(switchOf(page, name)).toBeChecked();
  await button(page, 'Refresh').click();
  const unread = alertAbout(page, 'Bot users could not be read again.');
  await expect(unread).toContainText('The service answered 503. Your data is not affected.');
  await expect(unread).toContainText('What you see was read before.');
  await expect(page.getByRole('rowheader').first()).toHaveText(name);

  await postgres?.resume();
  await unread.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(unread).toHaveCount(0);
  // What was read since tells what is so.
  await expect(unchanged).toHaveCount(0);
  await switchOf(page, name).click();
  await expect(switchOf(page, name)).not.toBeChecked();
  await expect(receipt(page)).toContainText(`${name} is now inactive.`);
});
