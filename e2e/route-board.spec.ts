import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { expectNoSidewaysScroll } from './checks.ts';
import {
  addDialog,
  button,
  exposure,
  pressAdd,
  receipt,
  routeLines,
  routeRow,
  routeTable,
  typeRoutes,
} from './controls.ts';
import { expect, signIn } from './fixtures.ts';
import { EDGE, mixedRoutes, moduleWith, NOTHING, standInTest as test } from './route-stand-in.ts';

const counts = (page: Page) => page.getByRole('group', { name: 'Exposure' });
const rows = (page: Page) => routeTable(page).getByRole('rowheader');

/** Opens the page with so many routes on the list, each of which the stand-in has. */
async function openWith(page: Page, routes: readonly { line: string }[]) {
  await signIn(page, '/routes');
  await typeRoutes(
    page,
    routes.map(({ line }) => line),
  );
  await pressAdd(page, routes.length === 1 ? 'Add 1 route' : `Add ${routes.length} routes`);
}

test('a few routes are read by themselves; nothing is claimed of what was not read', async ({
  page,
  standIn,
  problems,
}) => {
  problems.allow(404);
  let answer = () => {};
  const later = new Promise<void>((resolve) => (answer = resolve));
  const routes = mixedRoutes(4);
  const [on, none, unknown, off] = routes.map(({ id }) => id);
  standIn.modules.set(on ?? '', moduleWith(true, 'ipp_vpn'));
  standIn.modules.set(none ?? '', null);
  standIn.modules.set(off ?? '', moduleWith(false, 'ipp_vpn'));
  for (const { id } of routes)
    standIn.next('GET', id, async (real) => {
      await later;
      return real();
    });
  await openWith(page, routes);
  await exposure(page, 'Open').check();
  await expect(page.getByText('Nothing checked yet')).toBeVisible();
  await expect(counts(page)).toContainText('Open–');
  answer();
  await expect(page.getByText('Checked 4 routes.')).toBeVisible();
  await expect(counts(page)).toContainText('Open2');
  await expect(counts(page)).toContainText('Errors1');
  await exposure(page, 'All').check();
  const loudestFirst = [none, unknown, off, on].map(
    (id) => routes.find((route) => route.id === id)?.name ?? '',
  );
  await expect(rows(page)).toContainText(loudestFirst);
});

test('the list of what was found is a file, and a filter is in the address', async ({
  page,
  standIn,
}) => {
  const routes = mixedRoutes(6);
  for (const [at, { id }] of routes.entries())
    standIn.modules.set(id, at % 2 === 0 ? moduleWith(true, `ipp_${at}`, 'ipp_vpn') : null);
  await openWith(page, routes);
  await expect(page.getByText('Checked 6 routes.')).toBeVisible();
  await exposure(page, 'Protected').check();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Uses policy', exact: true }).fill('ipp_');
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Uses policy', exact: true }).fill('ipp_2');
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await signIn(page, new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(rows(page)).toHaveCount(1);

  const coming = page.waitForEvent('download');
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Export states', exact: true }).click();
  const [head, ...lines] = (await readFile(await (await coming).path(), 'utf8'))
    .trim()
    .split('\r\n');
  expect(head).toContain('route_id');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('ipp_2');
});

test('lines that cannot be read are told by their number, and an old error does not stay', async ({
  page,
  standIn,
}) => {
  const [first, second] = mixedRoutes(2);
  standIn.modules.set(first?.id ?? '', null);
  await signIn(page, '/routes');
  await typeRoutes(page, ['https://elsewhere.example/edges/https/e/routes/r', first?.line ?? '']);
  await expect(addDialog(page)).toContainText('Line 1');
  await routeLines(page).fill(`${first?.line}\n${first?.line}\n${second?.line}`);
  await expect(addDialog(page)).not.toContainText('elsewhere.example');
  await pressAdd(page, 'Add 2 routes');
  await expect(receipt(page)).toContainText('Added 2 routes.');
  await expect(addDialog(page)).toHaveCount(0);

  // What was typed is not lost by a press of Escape.
  await typeRoutes(page, [`${EDGE} edghtsrt_more`]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('three whole routes are on the first screen and five after scrolling', async ({
    page,
    standIn,
  }) => {
    const long = `a${'-very-long-label'.repeat(20)}`.slice(0, 300);
    const routes = mixedRoutes(12).map(({ id, line }, at) => ({
      id,
      line: at === 0 ? `${EDGE},${id},${long}` : line,
    }));
    for (const { id } of routes)
      standIn.modules.set(id, moduleWith(true, 'ipp_vpn', 'ipp_office', 'ipp_partners'));
    await openWith(page, routes);
    await expect(page.getByText('Checked 12 routes.')).toBeAttached();
    await receipt(page).getByRole('button', { name: 'Dismiss' }).click();
    await page.evaluate(() => scrollTo(0, 0));
    await expectNoSidewaysScroll(page);
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);

    const wholeRows = () =>
      page.evaluate(() => {
        const covered = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
        const seen = [...document.querySelectorAll('tbody tr')].filter((row) => {
          const { top, bottom, height } = row.getBoundingClientRect();
          return height > 40 && top >= covered - 1 && bottom <= innerHeight;
        });
        return seen.length;
      });
    expect(await wholeRows()).toBeGreaterThanOrEqual(3);
    const end = await page.getByRole('link', { name: long }).boundingBox();
    const menu = await button(page, `Actions for ${long}`).boundingBox();
    expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThanOrEqual(menu?.x ?? 0);

    // Nothing moves when the actions of the selected come.
    const topOfRows = () =>
      routeTable(page).evaluate((table) => Math.round(table.getBoundingClientRect().top));
    const before = await topOfRows();
    await page.getByRole('checkbox', { name: /^Select a-very/ }).check();
    await expect(button(page, 'Clear selection')).toBeVisible();
    expect(await topOfRows()).toBe(before);
    await expectNoSidewaysScroll(page);
    expect(await smallControls(page)).toEqual([]);
    await button(page, 'Clear selection').click();
    await button(page, 'Filter').click();
    await expect(exposure(page, 'Open')).toBeVisible();
    expect(await smallControls(page)).toEqual([]);
    await button(page, 'Filter').click();

    await routeTable(page).evaluate((table) => {
      const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      scrollBy(0, table.getBoundingClientRect().top - bar);
    });
    expect(await wholeRows()).toBeGreaterThanOrEqual(5);
    const stuck = await page
      .getByRole('main')
      .evaluate(
        (main) =>
          [...main.querySelectorAll('*')].filter((part) =>
            ['sticky', 'fixed'].includes(getComputedStyle(part).position),
          ).length,
      );
    expect(stuck).toBe(0);
  });
});

/** Those of the list that a finger may miss; the boxes of the rows belong to all tables. */
const smallControls = (page: Page) =>
  page.getByRole('region', { name: 'Route list' }).evaluate((list) =>
    [...list.querySelectorAll('a, button, select, label, input:not([type=checkbox], [type=radio])')]
      .filter((control) => control.checkVisibility())
      .map((control) => ({ control, height: control.getBoundingClientRect().height }))
      .filter(({ height }) => height < 43.9)
      .map(({ control, height }) => `${control.textContent} ${height}`),
  );

test('what is in the rows moves no column, and the tools are one line', async ({
  page,
  standIn,
}) => {
  const [on, none] = mixedRoutes(2);
  const long = 'a-route-with-a-label-that-is-longer-than-any-column-and-any-small-screen'.repeat(2);
  standIn.modules.set(on?.id ?? '', moduleWith(true, 'ipp_vpn', 'ipp_office', 'ipp_partners'));
  standIn.modules.set(none?.id ?? '', null);
  await openWith(page, [{ line: `${EDGE},${on?.id},${long}` }, { line: none?.line ?? '' }]);
  await expect(page.getByText('Checked 2 routes.')).toBeVisible();

  const columns = () =>
    routeTable(page)
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((head) => head.getBoundingClientRect().left));
  const ends = (part: Locator) =>
    part.evaluate((element) => {
      const { left, right, top } = element.getBoundingClientRect();
      return { left, right, top };
    });
  const name = routeTable(page).getByRole('link', { name: long });
  const menu = button(page, `Actions for ${long}`);
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await ends(name)).right).toBeLessThanOrEqual((await ends(menu)).left);
    if (width === 360) continue;
    const tools = [counts(page), button(page, 'Check all again')];
    const [first, last] = await Promise.all(tools.map(ends));
    expect(Math.abs((last?.top ?? 0) - (first?.top ?? 0))).toBeLessThan(20);
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
});

test('however a service says that there is no module, the route has none, and is open', async ({
  page,
  standIn,
}) => {
  const routes = mixedRoutes(3);
  for (const [at, reply] of NOTHING.entries()) {
    const id = routes[at]?.id ?? '';
    standIn.modules.set(id, null);
    standIn.next('GET', id, () => reply);
  }
  await openWith(page, routes);
  for (const { name } of routes) await expect(routeRow(page, name)).toContainText('None');
  await expect(counts(page)).toContainText('Open3');
});
