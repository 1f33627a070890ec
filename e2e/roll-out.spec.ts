import type { Locator, Page } from 'playwright/test';
import {
  button,
  exposure,
  jobCard,
  link,
  planLines,
  policyField,
  pressInJob,
  receipt,
  routeLines,
  routeTable,
  selectionBar,
} from './controls.ts';
import { expect, signIn } from './fixtures.ts';
import {
  someRoutes,
  moduleWith,
  standInTest as test,
  type RouteStandIn,
} from './route-stand-in.ts';

/** One request after the other, so that it is known which one fails. */
const oneAtOnce = {
  inventory_base: null,
  limits: { requests_per_minute: null, requests_at_once: 1 },
};

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => routeTable(page).getByRole('rowheader');

/** So many routes; each of `open` is open in one of three ways. */
function build(standIn: RouteStandIn, count: number, isOpen: (at: number) => boolean) {
  const routes = someRoutes(count);
  const ways = [null, moduleWith(false, 'ipp_vpn'), moduleWith(true)];
  let open = 0;
  for (const [at, { id }] of routes.entries())
    standIn.modules.set(
      id,
      isOpen(at) ? (ways[open++ % ways.length] ?? null) : moduleWith(true, 'ipp_vpn', 'ipp_office'),
    );
  return routes;
}

/** Goes to a part of the page as a keyboard does. */
async function tabTo(page: Page, part: Locator) {
  const hasFocus = () => part.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 120 && !(await hasFocus()); presses++)
    await page.keyboard.press('Tab');
  await expect(part).toBeFocused();
}

test('of pasted lines the open routes are found, get a policy in steps by keyboard alone, and all is put back', async ({
  page,
  standIn,
  faultProxy,
  problems,
}) => {
  problems.allow(422);
  const routes = build(standIn, 36, (at) => at % 3 === 0);
  standIn.modules.delete(routes[1]?.id ?? '');
  const before = new Map(standIn.modules);
  faultProxy.configure(oneAtOnce);

  const press = async (part: Locator, key = 'Enter') => {
    await tabTo(page, part);
    await page.keyboard.press(key);
  };
  await signIn(page, '/routes');
  await press(button(page, 'Add routes…'));
  await expect(routeLines(page)).toBeFocused();
  await page.keyboard.insertText(routes.map(({ line }) => line).join('\n'));
  await press(button(page, 'Add 36 routes'));
  await expect(receipt(page)).toContainText('Added 36 routes.');
  await press(button(page, 'Check 36 routes'));
  await expect(page.getByText('Checked 36 routes.')).toBeVisible();
  await exposure(page, 'Open').check();
  await expect(rows(page)).toHaveCount(12);
  await press(page.getByRole('checkbox', { name: 'Select all routes', exact: true }), 'Space');
  await expect(selectionBar(page)).toContainText('12 selected');
  await press(link(page, 'Apply to selected…'));

  await expect(heading(page)).toHaveText('Apply to many routes');
  await expect(heading(page)).toBeFocused();
  await tabTo(page, policyField(page));
  await page.keyboard.insertText('ipp_new');
  await page.keyboard.press('Enter');
  await press(button(page, 'Continue'));
  await expect(heading(page)).toHaveText('Plan: add 1 policy to 12 routes');
  const fourth = await planLines(page).nth(3).innerText();
  const failing = routes.find(({ name }) => fourth.includes(name))?.id ?? '';
  standIn.refusing.add(failing);
  expect(standIn.written).toEqual([]);

  await press(button(page, 'Apply 12 changes'));
  await expect(jobCard(page)).toContainText('Look at the first route, then go on.');
  expect(standIn.written).toHaveLength(1);
  await press(button(page, 'Go on with 5 routes'));
  // The third of these is refused: one failure is all that it may have.
  await expect(jobCard(page)).toContainText(
    'Stopped after 1 failure. See why, then go on or stop.',
  );
  expect(standIn.written).toHaveLength(4);
  await pressInJob(page, 'Go on with 2 routes');
  await expect(jobCard(page)).toContainText('Look at these 5 routes, then go on.');
  expect(standIn.written).toHaveLength(6);
  await pressInJob(page, 'Go on with the other 6');
  await expect(receipt(page)).toContainText('Added 1 policy to 11 routes, 1 failed.');
  for (const [id, module] of before)
    expect(standIn.modules.get(id)).toEqual(
      id === failing || !standIn.written.includes(id)
        ? module
        : moduleWith(module?.enabled ?? true, ...(module?.ip_policy_ids ?? []), 'ipp_new'),
    );

  await receipt(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(heading(page)).toHaveText('Plan: put back 11 routes');
  // Some of them were enforced with no policy.
  await page.getByRole('checkbox', { name: 'I know the list is empty', exact: true }).check();
  await button(page, 'Apply 11 changes').click();
  await page
    .getByRole('alertdialog', { name: /^Remove the IP restriction from \d routes\?$/ })
    .getByRole('button', { name: /^Remove from \d routes$/ })
    .click();
  await expect(receipt(page)).toContainText('Put back 11 routes.');
  expect(standIn.modules).toEqual(before);
});
