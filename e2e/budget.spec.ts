import type { Page } from 'playwright/test';
import { API_BASE } from '#contract/wire.ts';
import { button, inAccountMenu, switchOf } from './controls.ts';
import { expect, signIn } from './fixtures.ts';
import { manyRowsTest, table } from './many-rows.ts';

/** Of which 24 in the background. */
const LIMIT = 30;

async function expectLeft(page: Page, left: number) {
  await inAccountMenu(page, 'Requests');
  await expect(
    page.getByText(`${left} of ${LIMIT} left this minute`, { exact: true }),
  ).toBeVisible();
  await button(page, 'Close panel').click();
}

manyRowsTest.use({ botUsers: 10_000, settings: { RATE_LIMIT: `${LIMIT}` } });

manyRowsTest(
  'two tabs and a later one keep to one limit, of which a fifth is left to work by hand',
  async ({ page, context }) => {
    const statuses: number[] = [];
    context.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith(API_BASE)) statuses.push(response.status());
    });
    await signIn(page);
    const other = await context.newPage();
    await other.goto('/bot-users');
    for (const tab of [page, other]) {
      await expect(table(tab)).toBeVisible();
      await expectLeft(tab, 28);
    }

    await Promise.all([page, other].map((tab) => button(tab, 'Load all').click()));
    for (const tab of [page, other]) await expectLeft(tab, 6);
    // The page counts a request when it leaves, which is before its answer.
    await expect.poll(() => statuses).toHaveLength(24);

    const [first] = await page.getByRole('switch').all();
    const name = (await first?.getAttribute('aria-label'))?.replace('Active: ', '') ?? '';
    const isActive = (await first?.isChecked()) ?? false;
    await switchOf(page, name).click();
    await expect(switchOf(other, name)).toBeChecked({ checked: !isActive });

    await other.close();
    await signIn(page);
    await expect(table(page)).toBeVisible();
    await button(page, 'Load all').click();
    await expectLeft(page, 4);
    await expect.poll(() => statuses).toEqual(Array(26).fill(200));
  },
);
