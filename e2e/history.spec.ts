import type { Locator, Page } from 'playwright/test';
import { createCall } from '#client/api-client.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { API_BASE } from '#contract/wire.ts';
import { expectAccessible } from './checks.ts';
import { applyReview, button, inAccountMenu, link, receipt, reviewDialog } from './controls.ts';
import { routeTest as test } from './demo-routes.ts';
import { expect, goTo, signIn, uniqueName } from './fixtures.ts';
import { createKey } from './service.ts';

const rows = (page: Page) =>
  page.getByRole('table', { name: 'History', exact: true }).getByRole('row');

const putBack = (page: Page, before: string) =>
  page.getByRole('button', { name: `Put back this version before ${before}` });

const openLast = (page: Page) => page.getByText('Last 10 changes', { exact: true }).click();

async function filterBy(page: Page, resource: string, operation: string) {
  await page.getByRole('textbox', { name: 'Resource id' }).fill(resource);
  await page.getByRole('combobox', { name: 'What' }).selectOption(operation);
  await button(page, 'Filter').click();
}

test('changes by two keys are seen in the history and the editors, and put back by plan and review', async ({
  page,
  call,
  service,
  scene,
}) => {
  const name = uniqueName('kept'.repeat(50));
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  const key = createKey(service, 'second key');
  const byOther = createCall({ baseUrl: `${service.url}${API_BASE}`, apiKey: () => key });
  await byOther(botUserEndpoints.update, { params: { id }, body: { active: false } });

  await signIn(page);
  await inAccountMenu(page, 'History');
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeFocused();
  await expect(rows(page).nth(1)).toContainText(/second key.*set inactive.*Bot user/);
  await filterBy(page, id, 'update');
  await expect(page).toHaveURL(`/history?resource=${id}&operation=update`);
  await expect(rows(page)).toHaveCount(2);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('search')).toBeHidden();
  // The long name leaves the other columns as wide as its own.
  const columns = rows(page).first().getByRole('columnheader');
  const width = async (column: Locator) => (await column.boundingBox())?.width;
  expect(await width(columns.first())).toBe(await width(columns.last()));
  await page.emulateMedia({ media: null });
  await filterBy(page, id, '');
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).last()).toContainText(/FIRST_API_KEY.*created/);
  await expectAccessible(page, true);
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);

  await link(page, name).click();
  await openLast(page);
  await expect(rows(page).nth(1)).toContainText('Added: Inactive');
  await expectAccessible(page, true);
  await putBack(page, 'set inactive').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan: set 1 bot user active');
  const isActive = async () => (await call(botUserEndpoints.get, { params: { id } })).active;
  expect(await isActive()).toBe(false);
  await button(page, 'Apply 1 change').click();
  await expect.poll(isActive).toBe(true);

  const [first = '', second = ''] = scene.policies;
  await scene.set(true, [first, second]);
  await scene.set(false, [first]);
  await goTo(page, scene.path);
  await openLast(page);
  await putBack(page, 'turned off, 1 policy removed').first().click();
  await expect(reviewDialog(page)).toContainText('After this: on, 2 policies.');
  await applyReview(page);
  await expect(receipt(page)).toContainText('IP restriction applied to');
  // The open list follows.
  await expect(rows(page).nth(1)).toContainText('turned on, 1 policy added');
});
