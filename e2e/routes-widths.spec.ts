import { boxOf, expectNoSidewaysScroll, expectTargets, overhang, wholeRows } from './checks.ts';
import {
  addDialog,
  addPolicies,
  button,
  exposure,
  jobCard,
  link,
  pressAdd,
  pressInJob,
  receipt,
  routeTable,
  typeRoutes,
} from './controls.ts';
import { expect, signIn } from './fixtures.ts';
import { EDGE, someRoutes, moduleWith, openRoutes, standInTest } from './route-stand-in.ts';

const test = standInTest.extend({ hasTouch: true });

const LONG = 'a-route-with-a-label-that-is-longer-than-any-column-and-any-small-screen'.repeat(4);

test(
  'what is in the rows moves no column, and on a phone several whole routes are seen',
  { tag: '@full' },
  async ({ page, standIn }) => {
    const routes = someRoutes(12).map(({ id, line }, at) => ({
      line: at === 0 ? `${EDGE},${id},${LONG}` : line,
      id,
    }));
    for (const { id } of routes)
      standIn.modules.set(id, moduleWith(true, 'ipp_vpn', 'ipp_office', 'ipp_partners'));
    standIn.modules.set(routes[1]?.id ?? '', null);
    await signIn(page, '/routes');
    await typeRoutes(
      page,
      routes.map(({ line }) => line),
    );
    const label = addDialog(page).getByRole('rowheader').first();
    await expect(label, 'not over the ids beside it').toHaveCSS('text-overflow', 'ellipsis');
    await pressAdd(page, 'Add 12 routes');
    await expect(page.getByText('Checked 12 routes.')).toBeAttached();
    await receipt(page).getByRole('button', { name: 'Dismiss' }).click();

    const name = routeTable(page).getByRole('link', { name: LONG });
    const menu = button(page, `Actions for ${LONG}`);
    const columns = () =>
      routeTable(page)
        .getByRole('columnheader')
        .evaluateAll((all) => all.map((head) => head.getBoundingClientRect().left));
    for (const width of [1440, 768]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await boxOf(name)).right).toBeLessThanOrEqual((await boxOf(menu)).left);
      const tools = await boxOf(page.getByRole('group', { name: 'Exposure' }));
      const { top } = await boxOf(button(page, 'Check all'));
      expect(Math.abs(tools.top - top), 'the tools are one line').toBeLessThan(20);
      const heights = await routeTable(page)
        .locator('tbody tr')
        .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect(new Set(heights).size).toBe(1);
      const before = await columns();
      await exposure(page, 'Open').check();
      await expect(name).toHaveCount(0);
      expect(await columns()).toEqual(before);
      await exposure(page, 'All').check();
    }

    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    await page.evaluate(() => scrollTo(0, 0));
    await expectNoSidewaysScroll(page);
    expect((await wholeRows(routeTable(page))).length).toBeGreaterThanOrEqual(3);
    const last = button(page, 'Checked');
    await last.focus();
    await expect(last).toBeInViewport({ ratio: 1 });
    const wrap = routeTable(page).locator('..');
    expect(await overhang(wrap), 'the head scrolls nothing sideways').toBe(0);
    await last.blur();
    expect((await boxOf(name)).right).toBeLessThanOrEqual((await boxOf(menu)).left);
    // Nothing moves when the actions of the selected come.
    const { top } = await boxOf(routeTable(page));
    await page.getByRole('checkbox', { name: `Select ${LONG}` }).check();
    await expect(button(page, 'Clear selection')).toBeVisible();
    expect((await boxOf(routeTable(page))).top).toBeCloseTo(top, 0);
    await expectNoSidewaysScroll(page);
    await expectTargets(page, 44);
    await button(page, 'Clear selection').click();
    await button(page, 'Filter').click();
    await expect(exposure(page, 'Open')).toBeVisible();
    await expectTargets(page, 44);
    await button(page, 'Filter').click();

    await routeTable(page).evaluate((table) => {
      const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      scrollBy(0, table.getBoundingClientRect().top - bar);
    });
    expect((await wholeRows(routeTable(page))).length).toBeGreaterThanOrEqual(5);
    const stuck = await page
      .getByRole('main')
      .evaluate(
        (main) =>
          [...main.querySelectorAll('*')].filter((part) =>
            ['sticky', 'fixed'].includes(getComputedStyle(part).position),
          ).length,
      );
    expect(stuck).toBe(0);

    // On A4 a line of the policies has room for a word.
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 900 });
    const policies = routeTable(page).getByRole('columnheader', { name: 'Policies' });
    expect((await policies.boundingBox())?.width).toBeGreaterThan(80);
    // A name of two lines stands where the others do.
    const state = routeTable(page).getByRole('button', { name: 'IP restriction' });
    await expect(state).toHaveCSS('text-align', 'left');
  },
);

test('what a roll-out stops for fits into the smallest window', async ({ page, standIn }) => {
  const routes = someRoutes(8).map(({ id }, at) => ({ line: `${EDGE},${id},${at}${LONG}`, id }));
  for (const { id } of routes) standIn.modules.set(id, moduleWith(true, 'ipp_vpn'));
  await openRoutes(page, routes);
  await page.getByRole('checkbox', { name: 'Select all routes', exact: true }).check();
  await link(page, 'Apply to selected…').click();
  await addPolicies(page, 'ipp_new');
  await button(page, 'Continue').press('Enter');
  await button(page, 'Apply 8 changes').click();
  await pressInJob(page, 'Go on with 5 routes');
  await expect(jobCard(page)).toContainText('Look at these 6 routes, then go on.');
  // A window of 1280 x 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  expect((await boxOf(jobCard(page))).top).toBeGreaterThan(0);
  expect(await overhang(jobCard(page))).toBe(0);
});
