import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from 'playwright/test';

// What several journeys press and read, by the names of the UI contract.

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** In the navigation of the bar. */
export const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

export const keyField = (page: Page) => page.getByLabel('API key', { exact: true });

/** Without waiting for what comes of it. */
export async function submitKey(page: Page, key: string) {
  await keyField(page).fill(key);
  await button(page, 'Sign in').click();
}

export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

export const filterField = (page: Page) =>
  page.getByRole('searchbox', { name: 'Filter loaded bot users', exact: true });

export const switchOf = (page: Page, name: string) =>
  page.getByRole('switch', { name: `Active: ${name}`, exact: true });

export const enforceSwitch = (page: Page) =>
  page.getByRole('switch', { name: 'Enforce IP restriction', exact: true });

export const receipt = (page: Page) =>
  page.getByRole('status', { name: 'Last change', exact: true });

export const alertAbout = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text });

export const policyList = (page: Page) => page.getByRole('list', { name: 'IP policies' });

export const policyField = (page: Page) =>
  page.getByRole('combobox', { name: 'Add IP policies', exact: true });

export async function addPolicies(page: Page, ids: string) {
  await policyField(page).fill(ids);
  await policyField(page).press('Enter');
}

/** Of ids that are not on the list of policies: they are asked about. */
export async function addUnknownPolicies(page: Page, ids: string) {
  // Until the list has been read, no id is unknown.
  await policyField(page).click();
  await page.getByRole('option').first().waitFor();
  await addPolicies(page, ids);
  await button(page, 'Add anyway').click();
}

export const reviewDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Review changes', exact: true });

export const conflictDialog = (page: Page) =>
  page.getByRole('alertdialog', { name: 'This route changed while you were editing' });

/** One of the three versions in the conflict, whose details are open. */
export const version = (page: Page, name: 'Loaded' | 'Theirs' | 'Yours') =>
  conflictDialog(page).getByRole('region', { name, exact: true });

export const showVersions = (page: Page) =>
  conflictDialog(page).getByText('Details', { exact: true }).click();

export const openReview = (page: Page) => button(page, 'Review changes').click();

export const applyReview = (page: Page) =>
  reviewDialog(page).getByRole('button', { name: 'Apply changes', exact: true }).click();

/** Reviews what was changed of a route's IP restriction, and applies it. */
export async function reviewAndApply(page: Page, warning: string) {
  await openReview(page);
  await reviewDialog(page).getByText(warning).waitFor();
  await applyReview(page);
}

export const routeTable = (page: Page) => page.getByRole('table', { name: 'Routes', exact: true });

export const routeRow = (page: Page, label: string) =>
  routeTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader').filter({ hasText: label }) });

export const exposure = (page: Page, name: 'All' | 'Open' | 'Protected' | 'Errors') =>
  page.getByRole('group', { name: 'Exposure' }).getByRole('radio', { name, exact: true });

async function inMenu(opener: Locator, item: string) {
  await opener.click();
  await opener.page().getByRole('menuitem', { name: item, exact: true }).click();
}

/** Chooses an item of the menu of a route. */
export const ofRoute = (page: Page, label: string, item: string) =>
  inMenu(button(page, `Actions for ${label}`), item);

export const addDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Add routes', exact: true });

export const routeLines = (page: Page) =>
  addDialog(page).getByRole('textbox', { name: 'Routes, one per line', exact: true });

/** Opens the dialog and fills its field; what would be added is shown, and nothing is added yet. */
export async function typeRoutes(page: Page, lines: readonly string[]) {
  await button(page, 'Add routes…').click();
  await routeLines(page).fill(lines.join('\n'));
}

/** @param name of the button, which says how many */
export const pressAdd = (page: Page, name: string) =>
  addDialog(page).getByRole('button', { name, exact: true }).click();

/** The card of the job. */
export const jobCard = (page: Page) => page.getByRole('region', { name: 'Bulk job', exact: true });

export const pressInJob = (page: Page, name: string) =>
  jobCard(page).getByRole('button', { name, exact: true }).click();

export const selectionBar = (page: Page) =>
  page.getByRole('group', { name: 'Bulk actions', exact: true });

export const inAccountMenu = (page: Page, item: string) =>
  inMenu(button(page, 'Account menu'), item);

/** Chooses an item of the menu of the list. */
export const inMore = (page: Page, item: string) =>
  inMenu(page.getByRole('main').getByRole('button', { name: 'More', exact: true }), item);

/** Chooses in the menu of exports that is open. */
export async function exportAs(page: Page, what: string, format: string) {
  const menu = page.getByRole('menu');
  const group = menu.getByRole('group', { name: 'What', exact: true });
  await group.getByRole('menuitemradio', { name: what, exact: true }).click();
  await menu.getByRole('menuitem', { name: format, exact: true }).click();
}

/** The file that comes of a press. */
export async function downloaded(page: Page, press: () => Promise<unknown>) {
  const coming = page.waitForEvent('download');
  await press();
  const file = await coming;
  const path = await file.path();
  return { name: file.suggestedFilename(), path, text: await readFile(path, 'utf8') };
}

/**
 * What was copied, pasted into a field as a person would: the page's policy forbids reading the clipboard. Lines come as
 * one.
 */
export async function pastedInto(field: Locator): Promise<string> {
  await field.fill('');
  await field.press('ControlOrMeta+V');
  await expect(field).not.toHaveValue('');
  const text = await field.inputValue();
  await field.fill('');
  return text;
}

export const planLines = (page: Page) =>
  page.getByRole('table', { name: 'Planned changes', exact: true }).getByRole('rowheader');

/** Something to wait for until it is opened. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Keeps a file or answers back, as a slow line does. `asked` opens when one was asked for. */
export async function holdBack(page: Page, what: string | RegExp) {
  const [asked, released] = [gate(), gate()];
  await page.route(what, async (route) => {
    asked.open();
    await released.opened;
    await route.continue().catch(() => {}); // broken off by then
  });
  return { asked: asked.opened, release: released.open };
}

/** The requests of a page from now on, by what they are for. */
export function hear(page: Page) {
  const heard = { api: [] as string[], config: 0 };
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) heard.api.push(pathname + search);
    if (pathname === '/config.json') heard.config += 1;
  });
  return heard;
}
