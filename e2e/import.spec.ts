import type { Locator, Page } from 'playwright/test';
import type { Call } from '#client/api-client.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { expectAccessible, expectErrorsAtFields } from './checks.ts';
import { button, inMore, link, planLines, receipt } from './controls.ts';
import { expect, freshTest, goTo, signIn } from './fixtures.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** As a spreadsheet in German saves it as "CSV UTF-8". */
const SHEET = '\uFEFFName;Aktiv\r\nkept;WAHR\r\nswitched;FALSCH\r\n"new; from Zürich";WAHR\r\n';

async function chooseSheet(page: Page) {
  const file = { name: 'team.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('3 bot users.', { exact: true })).toBeVisible();
}

const topOf = (control: Locator) =>
  control.evaluate((element) => scrollY + element.getBoundingClientRect().top);

/** `new active`, of each bot user of the account, by name. */
async function states(call: Call) {
  const { bot_users } = await call(botUserEndpoints.list, { query: 'limit=100' });
  return bot_users
    .map(({ name, active }) => `${name} ${active ? 'active' : 'inactive'}`)
    .toSorted();
}

freshTest.use({ settings: { DEMO: 'off' } });

freshTest(
  'a spreadsheet is imported, changes nothing the second time, and deletes what it leaves out',
  async ({ page, call }) => {
    for (const name of ['kept', 'switched', 'gone'])
      await call(botUserEndpoints.create, { body: { name } });
    await signIn(page);
    await inMore(page, 'Import…');
    await expect(heading(page)).toHaveText('Import bot users');
    await button(page, 'Continue').click();
    await expect(page.getByRole('textbox', { name: 'Bot users' })).toBeFocused();
    await expectErrorsAtFields(page);
    await expectAccessible(page);
    await chooseSheet(page);
    await button(page, 'Continue').click();
    await expect(heading(page)).toHaveText('Plan: change 2 bot users');
    await expect(planLines(page)).toContainText(['switched', 'new; from Zürich', 'kept']);

    // The file is still there.
    await page.goBack();
    await expect(page.getByText('3 bot users.', { exact: true })).toBeVisible();
    await button(page, 'Continue').click();
    await button(page, 'Apply 2 changes').click();
    await expect(receipt(page)).toContainText('2 changed.');
    await expect(link(page, 'new; from Zürich')).toBeVisible();
    const imported = ['kept active', 'new; from Zürich active', 'switched inactive'];
    expect(await states(call)).toEqual(['gone active', ...imported]);

    await goTo(page, '/bot-users/import');
    await expect(page.getByRole('textbox', { name: 'Bot users' })).toHaveValue('');
    const top = await topOf(button(page, 'Continue'));
    await chooseSheet(page);
    // It would move away under a press.
    expect(await topOf(button(page, 'Continue'))).toBe(top);
    await button(page, 'Continue').click();
    await expect(page.getByText('Nothing would change.')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'No change' })).toHaveCount(3);

    await page.goBack();
    await page.getByRole('checkbox', { name: 'Delete what is not in the file' }).check();
    await button(page, 'Continue').click();
    await expect(heading(page)).toHaveText('Plan: delete 1 bot user');
    await button(page, 'Delete 1 bot user').click();
    const question = page.getByRole('alertdialog', { name: 'Delete 1 bot user?' });
    const number = question.getByRole('textbox', { name: 'Type 1 to confirm' });
    await expect(number).toBeFocused();
    await question.getByRole('button', { name: 'Delete 1 bot user' }).click();
    await expectErrorsAtFields(page);
    expect(await states(call)).toContain('gone active');
    await number.fill('1');
    await question.getByRole('button', { name: 'Delete 1 bot user' }).click();
    await expect.poll(() => states(call)).toEqual(imported);
  },
);
