import { botUserEndpoints } from '#contract/bot-user.ts';
import { button, link, nameField, receipt, switchOf } from './controls.ts';
import { expect, signIn } from './fixtures.ts';
import { manyRowsTest, pagesAsked, rowAt, rowOf } from './many-rows.ts';

manyRowsTest(
  'two tabs agree on every change without a request',
  async ({ page, context, faultProxy, rows }) => {
    const [first, second, third] = rows;
    if (!first || !second || !third) throw new Error('Too few bot users');
    await signIn(page);
    await expect(switchOf(page, first.name)).toBeVisible();
    const other = await context.newPage();
    await other.goto('/bot-users');
    await expect(switchOf(other, first.name)).toBeVisible();
    const lists = pagesAsked(faultProxy).length;

    await switchOf(page, first.name).click();
    await expect(switchOf(other, first.name)).toBeChecked({ checked: !first.active });

    await link(other, third.name).click();
    await nameField(other).fill('typed but not saved');
    await link(page, third.name).click();
    await nameField(page).fill('renamed in one tab');
    await button(page, 'Save changes').click();
    await expect(receipt(page)).toContainText('Saved.');
    await expect(
      other.getByRole('heading', { level: 1, name: 'renamed in one tab' }),
    ).toBeVisible();
    await expect(nameField(other)).toHaveValue('typed but not saved');
    await page.goBack();
    await expect(link(page, 'renamed in one tab')).toBeFocused();

    await button(page, 'Actions for renamed in one tab').click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await button(page, 'Delete bot user').click();
    await expect(rowOf(page, 'renamed in one tab')).toHaveCount(0);
    await expect(other.getByRole('alert').filter({ hasText: 'no longer exists' })).toBeVisible();
    await link(other, 'Back to bot users').click();

    await link(page, 'New bot user').click();
    await nameField(page).fill('made in one tab');
    await button(page, 'Create bot user').click();
    await expect(rowAt(other, 1)).toContainText('made in one tab');
    await expect(other.getByText('renamed in one tab')).toHaveCount(0);
    // Each of the two that were opened was read by its own page.
    expect(faultProxy.asked(botUserEndpoints.get)).toHaveLength(2);
    expect(pagesAsked(faultProxy)).toHaveLength(lists);
  },
);
