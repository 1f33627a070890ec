import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import type { Call } from '#client/api-client.ts';
import { failureOf } from '#client/errors.ts';
import { button, link } from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';

/** Some bot users that are selected in the list, which shows no others. */
async function select(page: Page, call: Call, count: number) {
  const group = uniqueName('planned');
  const bots = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      call(botUserEndpoints.create, { body: { name: `${group}-${at}` } }),
    ),
  );
  await signIn(page, `/bot-users?q=${group}`);
  await expect(page.getByRole('rowheader')).toHaveCount(count);
  await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
  /** `gone`, `active` or `inactive`, each by its number. */
  const states = () =>
    Promise.all(
      bots.map(({ id }) =>
        call(botUserEndpoints.get, { params: { id } }).then(
          ({ active }) => (active ? 'active' : 'inactive'),
          (error: unknown) => failureOf(error)?.kind === 'status' && 'gone',
        ),
      ),
    );
  return { group, bots, states };
}

const press = (page: Page, action: string) =>
  page.getByRole('group', { name: 'Bulk actions' }).getByRole('button', { name: action }).click();

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const lines = (page: Page) =>
  page.getByRole('table', { name: 'Planned changes' }).getByRole('rowheader');

test('many are set inactive by a plan, without the one that was left out', async ({
  page,
  call,
}) => {
  const { group, states } = await select(page, call, 21);
  await press(page, 'Set inactive');
  await expect(heading(page)).toHaveText('Plan: set 21 bot users inactive');
  await expect(heading(page)).toBeFocused();
  await expect(lines(page)).toHaveCount(21);
  await expect(page.getByText('21 requests')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Filter lines' }).fill(`${group}-7`);
  await expect(lines(page)).toHaveCount(1);
  await expect(page.getByRole('row', { name: `${group}-7` })).toContainText(
    /− .*Active.*\+ .*Inactive/,
  );
  await page.getByRole('checkbox', { name: `Include ${group}-7` }).uncheck();
  await expect(page.getByText('1 of 21 lines shown. 1 left out.')).toBeVisible();
  expect(await states()).not.toContain('inactive');

  // What was left out stays out.
  await signIn(page, '/plan');
  await expect(heading(page)).toHaveText('Plan: set 20 bot users inactive');
  await button(page, 'Set 20 bot users inactive').click();
  await expect
    .poll(states)
    .toEqual(Array.from({ length: 21 }, (_, at) => (at === 7 ? 'active' : 'inactive')));
});

test('many are deleted by a plan whose button says so, without the one that was left out', async ({
  page,
  call,
}) => {
  const { group, states } = await select(page, call, 22);
  await press(page, 'Delete…');
  await expect(heading(page)).toHaveText('Plan: delete 22 bot users');
  await page.getByRole('checkbox', { name: `Include ${group}-7`, exact: true }).uncheck();
  expect(await states()).not.toContain('gone');
  await button(page, 'Delete 21 bot users').click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 21 bot users?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Set inactive instead' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete 21 bot users' }).click();
  await expect
    .poll(states)
    .toEqual(Array.from({ length: 22 }, (_, at) => (at === 7 ? 'active' : 'gone')));
});

test('a few are set inactive in place of being deleted', async ({ page, call }) => {
  const { states } = await select(page, call, 2);
  await press(page, 'Delete…');
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 bot users?' });
  await dialog.getByRole('button', { name: 'Set inactive instead' }).click();
  await expect.poll(states).toEqual(['inactive', 'inactive']);
});

test('without a plan its address leads back to the list', async ({ page }) => {
  await signIn(page, '/plan');
  await expect(heading(page)).toHaveText('Plan');
  await expect(page.getByRole('heading', { name: 'No plan is open' })).toBeVisible();
  await link(page, 'Back to bot users').click();
  await expect(heading(page)).toHaveText('Bot users');
});

test('a plan on a phone has lines of a usual height', async ({ page, call }) => {
  await select(page, call, 21);
  await press(page, 'Set inactive');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(lines(page)).toHaveCount(21);
  const rows = page.getByRole('table', { name: 'Planned changes' }).locator('tbody > tr');
  const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
  expect(Math.max(...heights)).toBeLessThan(140);
});
