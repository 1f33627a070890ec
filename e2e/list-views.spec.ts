import { button, filterField } from './controls.ts';
import { expect } from './fixtures.ts';
import { manyRowsTest } from './many-rows.ts';
import { openLoaded, rowAt, rowOf, table } from './many-rows-page.ts';

manyRowsTest.use({ botUsers: 1000 });

manyRowsTest(
  'a name group is a filter, and a view keeps it for later',
  async ({ page, rows, context }) => {
    await openLoaded(page, rows);
    const all = rows.account.all();
    const ofGroup = all.filter(({ name }) => /^grafana-scraper-eu-[^-_./:]*$/.test(name));
    await button(page, 'More filters').click();
    await button(page, 'Name groups').click();
    const groups = page.getByRole('table', { name: 'Name groups', exact: true });
    const active = ofGroup.filter((bot) => bot.active).length;
    const row = groups
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'grafana-scraper-eu', exact: true }) });
    await expect(row.getByRole('cell').nth(0)).toHaveText(`${ofGroup.length}`);
    await expect(row.getByRole('cell').nth(1)).toContainText(`(${active})`);
    await row.getByRole('link').click();
    await expect(
      page.getByText(`Name group grafana-scraper-eu: ${ofGroup.length} of the 1,000 loaded match`),
    ).toBeVisible();
    await expect(page.getByRole('rowheader')).toHaveText(ofGroup.map(({ name }) => name));

    await table(page).getByRole('button', { name: 'Name', exact: true }).click();
    await button(page, 'Views').click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('scrapers by name');
    await button(page, 'Save view').click();
    const byName = await page.getByRole('rowheader').allTextContents();

    const later = await context.newPage();
    await later.goto('/bot-users');
    await expect(table(later)).toBeVisible();
    await button(later, 'Views').click();
    await later.getByRole('menuitem', { name: 'scrapers by name', exact: true }).click();
    await expect(later).toHaveURL(
      /group=grafana-scraper-eu&sort=name|sort=name&group=grafana-scraper-eu/,
    );
    await button(later, 'Load all').click();
    await expect(later.getByRole('rowheader')).toHaveText(byName);
  },
);

manyRowsTest('names that look alike are one filter away', async ({ page, rows }) => {
  const [original] = rows.account.all().slice(-1);
  if (!original) throw new Error('No bot user');
  rows.account.create({ name: `${original.name.toUpperCase()} ` });
  await openLoaded(page, rows);
  await button(page, 'More filters').click();
  await page.getByRole('checkbox', { name: 'Possible duplicates', exact: true }).check();
  await expect(page).toHaveURL('/bot-users?duplicates=1');
  await filterField(page).fill(original.name);
  await expect(rowAt(page, 1)).toContainText(original.name.toUpperCase());
  await expect(rowAt(page, 2)).toContainText(original.name);
  await expect(rowOf(page, original.name)).toBeVisible();
});
