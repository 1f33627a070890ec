import { botUserEndpoints } from '#contract/bot-user.ts';
import { button, filterField, inMore } from './controls.ts';
import { expect } from './fixtures.ts';
import { manyRowsTest, openLoaded, rowAt, rowOf, table } from './many-rows.ts';

manyRowsTest.use({ botUsers: 1000 });

manyRowsTest(
  'a name group is a filter, and a view keeps it for later',
  async ({ page, call, context }) => {
    const bots = Array.from({ length: 7 }, (_, index) => ({
      name: `eu-scraper-${index}`,
      active: index > 2,
    }));
    for (const body of bots) await call(botUserEndpoints.create, { body });
    await openLoaded(page, 1007);
    await inMore(page, 'More filters');
    await button(page, 'Name groups').click();
    const row = page
      .getByRole('table', { name: 'Name groups', exact: true })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'eu-scraper', exact: true }) });
    await expect(row.getByRole('cell').nth(0)).toHaveText('7 bot users');
    await expect(row.getByRole('cell').nth(1)).toContainText('(4 active)');
    await row.getByRole('link').click();
    await expect(
      page.getByText('Name group eu-scraper: 7 of the 1,007 loaded match'),
    ).toBeVisible();
    const newestFirst = bots.map(({ name }) => name).toReversed();
    await expect(page.getByRole('rowheader')).toHaveText(newestFirst);

    await table(page).getByRole('button', { name: 'Name', exact: true }).click();
    await inMore(page, 'Save this view…');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('scrapers by name');
    await button(page, 'Save view').click();
    const byName = newestFirst.toReversed();
    await expect(page.getByRole('rowheader')).toHaveText(byName);

    const later = await context.newPage();
    await later.goto('/bot-users');
    await expect(table(later)).toBeVisible();
    await inMore(later, 'scrapers by name');
    await expect(later).toHaveURL(/group=eu-scraper&sort=name|sort=name&group=eu-scraper/);
    await button(later, 'Load all').click();
    await expect(later.getByRole('rowheader')).toHaveText(byName);
  },
);

manyRowsTest('names that look alike are one filter away', async ({ page, call, rows }) => {
  const [original] = rows.slice(-1);
  if (!original) throw new Error('No bot user');
  const twin = original.name.toUpperCase();
  await call(botUserEndpoints.create, { body: { name: `${twin}\u200b` } });
  await openLoaded(page, 1001);
  await inMore(page, 'More filters');
  await page.getByRole('checkbox', { name: 'Possible duplicates', exact: true }).check();
  await expect(page).toHaveURL('/bot-users?duplicates=1&loaded=1001');
  await filterField(page).fill(original.name);
  await expect(rowAt(page, 1)).toContainText(twin);
  await expect(rowAt(page, 2)).toContainText(original.name);
  await expect(rowOf(page, original.name)).toBeVisible();
});
