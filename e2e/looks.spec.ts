import type { Locator, Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { spaceTexts } from './checks.ts';
import { button, inAccountMenu, jobCard, link, receipt, selectionBar } from './controls.ts';
import { demoScene } from './demo-routes.ts';
import { expect, goTo, signIn, test, uniqueName } from './fixtures.ts';

const colourOf = (part: Locator, name: 'background-color' | 'box-shadow') =>
  part.evaluate((element, property) => {
    const value = getComputedStyle(element).getPropertyValue(property);
    return /\d+, \d+, \d+/.exec(value)?.[0].split(', ').map(Number) ?? [];
  }, name);

/** Of two colours as `[red, green, blue]`, by WCAG 2.2. */
function contrast(...colours: [number[], number[]]): number {
  const [most = 0, least = 0] = colours
    .map((colour) => {
      const [r = 0, g = 0, b = 0] = colour.map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    })
    .toSorted((a, b) => b - a);
  return (most + 0.05) / (least + 0.05);
}

test('a switch of a form can be made out, on and off', async ({ page }) => {
  await signIn(page, '/bot-users/new');
  const box = page.getByRole('switch', { name: 'Active', exact: true });
  const track = box.locator('+ *');
  const thumb = track.locator('.mantine-Switch-thumb');
  const card = page.locator('.card').filter({ has: box });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await box.check({ force: true });
    const [fill, surface] = [
      await colourOf(track, 'background-color'),
      await colourOf(card, 'background-color'),
    ];
    expect(contrast(fill, surface), `on, ${colorScheme}`).toBeGreaterThan(3);
    expect(contrast(await colourOf(thumb, 'background-color'), fill)).toBeGreaterThan(3);
    await box.uncheck({ force: true });
    const edge = await colourOf(track, 'box-shadow');
    expect(contrast(edge, surface), `off, ${colorScheme}`).toBeGreaterThan(3);
    expect(contrast(await colourOf(thumb, 'background-color'), surface)).toBeGreaterThan(3);
  }
});

test('what is behind a dialog is dimmed in one way, with the gutter of the scrollbar', async ({
  page,
}) => {
  await signIn(page, '/settings');
  await button(page, 'Clear data on this device…').click();
  const question = page.getByRole('alertdialog');
  const dim = await question.evaluate(
    (dialog) => getComputedStyle(dialog, '::backdrop').background,
  );
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(124, 131, 134)');
  await page.keyboard.press('Escape');
  await inAccountMenu(page, 'Keyboard shortcuts');
  await expect(page.locator('.mantine-Modal-overlay')).toHaveCSS('background', dim);
  // The canvas below a short page is not dimmed twice.
  const heights = await page.evaluate(() => [document.body.offsetHeight, innerHeight]);
  expect(heights[0]).toBeGreaterThanOrEqual(heights[1] ?? 0);
});

test('forced colours draw no edge that is not one', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, '/routes');
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]');
  await expect(current).toHaveCSS('border-bottom-width', '2px');
  await expect(current).toHaveCSS('border-top-width', '0px');
});

test('a heading keeps its words whole beside its buttons, also in letters twice as large', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await signIn(page);
  const heading = page.getByRole('heading', { level: 1, name: 'Bot users' });
  // Two lines of 55 px at most.
  expect((await heading.boundingBox())?.height).toBeLessThan(120);
});

/** Whether a press in its middle reaches it. */
const isOnTop = (part: Locator) =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('what sticks to the foot of a page stays above the line of a job', async ({ page }) => {
  await page.route('**/bot_users/*', (route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  );
  await signIn(page);
  await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
  await button(page, 'Set inactive').click();
  await page.getByRole('button', { name: /^Apply \d+ changes$/ }).click();
  await expect(jobCard(page)).toBeVisible();
  await expect(button(page, 'Load more')).toBeVisible();
  expect(await isOnTop(button(page, 'Load more'))).toBe(true);
  await button(page, 'Load more').focus();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('the tools of the list keep their height while rows are selected', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await signIn(page);
  const table = page.getByRole('table', { name: 'Bot users' });
  const { y } = (await table.boundingBox()) ?? { y: 0 };
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .check();
  await expect(selectionBar(page)).toBeVisible();
  expect((await table.boundingBox())?.y).toBe(y);
});

const rightOf = async (part: Locator) => {
  const box = await part.boundingBox();
  return (box?.x ?? 0) + (box?.width ?? 0);
};

const bottomOf = async (part: Locator) => {
  const box = await part.boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0);
};

test('the names of a table have the room for them: history, and the head of the board', async ({
  page,
  call,
}) => {
  await call(botUserEndpoints.create, { body: { name: uniqueName('room') } });
  await signIn(page, '/history');
  const last = page.getByRole('columnheader', { name: 'Resource', exact: true });
  const whole = await page.getByRole('table', { name: 'History' }).boundingBox();
  expect((await last.boundingBox())?.width).toBeCloseTo((whole?.width ?? 0) * 0.4, 0);

  await page.setViewportSize({ width: 700, height: 700 });
  await goTo(page, '/routes');
  const board = page.getByRole('table', { name: 'Routes' });
  await expect(board).toBeVisible();
  const [head, table] = [await board.locator('thead tr').boundingBox(), await board.boundingBox()];
  expect(head?.width).toBe(table?.width);
});

async function openNarrow(page: Page, path: string) {
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, path);
}

test('at 320 px a card of the list has its whole date, and a notification the width of the page', async ({
  page,
  call,
}) => {
  const name = uniqueName('card');
  const { id } = await call(botUserEndpoints.create, { body: { name, active: false } });
  await page.route('**/bot_users?limit=100', async (route) => {
    const json = await (await route.fetch()).json();
    json.bot_users[0].created_at = new Date(Date.now() - 23 * 60_000).toISOString();
    await route.fulfill({ json });
  });
  await openNarrow(page, '/bot-users');
  const row = page.locator(`tr[data-id="${id}"]`);
  const date = page.getByText('23 minutes ago');
  const cell = row.getByRole('cell').filter({ has: date });
  expect(await rightOf(date)).toBeLessThanOrEqual(await rightOf(cell));
  await expect(cell).toHaveCSS('text-align', 'right');
  await page.evaluate(spaceTexts);
  expect(await bottomOf(date)).toBeLessThanOrEqual(await bottomOf(row));
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  await row.getByRole('switch').click();
  await expect(receipt(page)).toContainText('is now active.');
  expect(await rightOf(receipt(page))).toBe(
    await rightOf(page.getByRole('region', { name: 'Bot user list' })),
  );
});

test('at 320 px a card of the board tells its route, and that its label is cut', async ({
  page,
  service,
  call,
}) => {
  const { route } = await demoScene(service, call);
  await openNarrow(page, '/routes');
  const row = page.getByRole('row').filter({ has: link(page, route.label) });
  const [edge, id] = [row.locator('td span[title]').first(), row.locator('td span[title]').nth(1)];
  await expect(edge).toHaveAttribute('title', route.edge_id);
  await expect(id).toHaveAttribute('title', route.id);
  expect(await rightOf(id)).toBeLessThanOrEqual(await rightOf(row));
  expect((await id.boundingBox())?.y).toBeGreaterThan((await edge.boundingBox())?.y ?? 0);
  // The "…" is drawn where the text has a second line.
  const lines = await link(page, route.label).evaluate((name) => {
    name.style.width = '3.75rem';
    return (name.firstElementChild?.clientHeight ?? 0) / 20;
  });
  expect(lines).toBe(2);
});

test('at 320 px a policy that is removed has room for its name', async ({
  page,
  service,
  call,
}) => {
  const { path, params, policies } = await demoScene(service, call);
  await call(ipRestrictionEndpoints.replace, {
    params,
    body: { enabled: true, ip_policy_ids: policies },
  });
  await openNarrow(page, path);
  await button(page, `Remove ${policies[0]}`).click();
  const list = page.getByRole('list', { name: 'IP policies' });
  const name = list.getByRole('listitem').first().locator('span').first();
  expect((await name.boundingBox())?.height).toBeLessThan(50);
  const heading = page.getByRole('heading', { name: /^IP policies/ });
  expect((await heading.boundingBox())?.height).toBeLessThan(30);
});
