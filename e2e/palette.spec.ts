import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { button, filterField, holdBack, nameField } from './controls.ts';
import { sharedRoutes } from './demo-routes.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Command palette', exact: true });
const field = (page: Page) =>
  dialog(page).getByRole('combobox', { name: 'Search or run a command', exact: true });
const results = (page: Page) =>
  dialog(page).getByRole('listbox', { name: 'Results', exact: true }).getByRole('option');
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

async function openByKey(page: Page) {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
  await expect(results(page).first(), 'Enter runs it').toHaveAttribute('data-combobox-selected');
}

test('by keyboard alone: found, opened, created, settings', async ({ page, call, service }) => {
  const name = uniqueName('palette');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  const code = await holdBack(page, '**/assets/palette-*.js');
  await signIn(page, `/bot-users?q=${name}`);
  await expect(page.getByRole('rowheader').first()).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  // Keys that are pressed before its code is there do nothing.
  await page.keyboard.type('?');
  code.release();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
  await page.keyboard.press('Escape');

  // From inside of a field; the field has the focus again after Escape.
  await filterField(page).focus();
  await openByKey(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(filterField(page)).toBeFocused();

  await openByKey(page);
  await page.keyboard.type(name);
  await expect(dialog(page).getByRole('status')).toHaveText('2 results');
  // A part of the text has two results as well, and each search begins at its first one.
  await expect(results(page).first()).toHaveAccessibleName(`Open bot user ${name}`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const active = (await results(page).first().getAttribute('id')) ?? '';
  await expect(field(page)).toHaveAttribute('aria-activedescendant', active);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/bot-users/${id}`);
  await expect(heading(page, name)).toBeFocused();

  await openByKey(page);
  await page.keyboard.type('ada-new');
  await expect(results(page)).toHaveCount(1);
  await expect(results(page).first()).toHaveAccessibleName('New bot user named “ada-new”');
  await page.keyboard.press('Enter');
  await expect(nameField(page)).toHaveValue('ada-new');

  // A response that comes later cannot focus what is below; the page of Back can.
  await openByKey(page);
  await nameField(page).evaluate((input) => input.focus());
  await expect(field(page)).toBeFocused();
  await page.goBack();
  await expect(heading(page, name)).toBeFocused();
  await page.goForward();
  await expect(nameField(page)).toBeFocused();

  // A route that is given to everybody, before any page has shown it.
  const [{ label } = { label: '' }] = await sharedRoutes(service);
  await openByKey(page);
  await page.keyboard.type(label);
  await expect(page.getByRole('option', { name: `Open route ${label}` }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  await openByKey(page);
  await page.keyboard.type('settings');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Settings')).toBeFocused();
  await expect(page).toHaveTitle(/^Settings · /);

  // Forced colours have no backgrounds: edges tell what is where, and a switch keeps its own.
  await page.emulateMedia({ forcedColors: 'active' });
  const track = page.getByRole('switch').locator('+ *');
  await expect(track).toHaveCSS('forced-color-adjust', 'none');
  await expect(track).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await openByKey(page);
  await page.keyboard.type('keyboard');
  await expect(dialog(page)).toHaveCSS('border-top-style', 'solid');
  await expect(results(page).first()).toHaveCSS('outline-style', 'solid');
  await page.emulateMedia({ forcedColors: 'none' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  // It opens over no other dialog.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await button(page, 'Search or run a command').click();
  await page.mouse.click(5, 300);
  await expect(button(page, 'Search or run a command')).toBeFocused();
});
