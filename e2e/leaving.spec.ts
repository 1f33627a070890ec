import type { Page } from 'playwright/test';
import { link, nameField, section } from './controls.ts';
import { expect, signIn, test } from './fixtures.ts';

// The browser goes back and forward a moment after it was told to: no imitation of it shows that.

const dialog = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Discard unsaved changes?', exact: true });
const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();
const go = (page: Page, entries: number) => page.evaluate((by) => history.go(by), entries);

async function expectKept(page: Page) {
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL('/bot-users/new');
  await expect(nameField(page)).toHaveValue('half-typed');
}

test('what is typed is left by Back, Forward, a reload or a link only after a question', async ({
  page,
}) => {
  // History: the list, the routes, the form with a change, the routes.
  await signIn(page);
  await section(page, 'Routes').click();
  // A link of a page that is still drawn replaces the entry of the page that is on its way.
  await expect(page).toHaveTitle(/^Routes/);
  await section(page, 'Bot users').click();
  await link(page, 'New bot user').click();
  // A navigation whose page is still on its way would have no entry.
  await expect(nameField(page)).toBeVisible();
  await section(page, 'Routes').click();
  await expect(page).toHaveTitle(/^Routes/);
  await page.goBack();

  for (const { entries, to } of [
    { entries: -1, to: '/bot-users' },
    { entries: -2, to: '/routes' },
    { entries: 1, to: '/routes' },
  ])
    await test.step(`by ${entries}`, async () => {
      await nameField(page).fill('half-typed');
      for (let refused = 0; refused < 2; refused++) {
        await go(page, entries);
        await press(page, 'Keep editing');
        await expectKept(page);
      }
      await go(page, entries);
      await press(page, 'Discard changes');
      await expect(page).toHaveURL(to);
      await expect(dialog(page)).toHaveCount(0);
      // The entries are as they were: the form is where it was, and empty.
      await go(page, -entries);
      await expect(page).toHaveURL('/bot-users/new');
      await expect(nameField(page)).toHaveValue('');
    });

  await nameField(page).fill('half-typed');
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expectKept(page);

  await link(page, 'Skip to main content').press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expectKept(page);
  await section(page, 'Routes').click();
  await expect(dialog(page)).toBeVisible();
  // The link past the bar has left no entry to go back over.
  await go(page, -1);
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL('/bot-users/new');
  await press(page, 'Discard changes');
  await expect(page).toHaveURL('/bot-users');
  await expect(dialog(page)).toHaveCount(0);
});
