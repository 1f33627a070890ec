import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { button, exportAs, filterField, receipt, selectionBar } from './controls.ts';
import { expect, signIn } from './fixtures.ts';
import { manyRowsTest, openLoaded, pagesAsked, rowAt, table } from './many-rows.ts';

manyRowsTest.use({ botUsers: 1000 });

const selected = (page: Page, text: string) => selectionBar(page).getByText(text, { exact: true });
const box = (page: Page, place: number) => rowAt(page, place).getByRole('checkbox');

/** Name and text of the file that comes of a press. */
async function download(page: Page, press: () => Promise<void>) {
  const coming = page.waitForEvent('download');
  await press();
  const file = await coming;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

manyRowsTest(
  'a selection outlives filters and orders, and its rows become a file',
  async ({ page, rows }) => {
    await openLoaded(page, 1000);
    const chosen = rows.filter(({ name }) => name.includes('grafana')).slice(0, 5);
    await filterField(page).fill('grafana');
    await expect(rowAt(page, 1)).toContainText(chosen[0]?.name ?? '');
    await box(page, 1).check();
    await box(page, 5).click({ modifiers: ['Shift'] });
    await expect(selected(page, '5 selected')).toBeVisible();

    await table(page).getByRole('button', { name: 'Name', exact: true }).click();
    await filterField(page).fill('terraform');
    await expect(selected(page, '5 selected, 5 not shown')).toBeVisible();
    await box(page, 3).check();
    await box(page, 2).click({ modifiers: ['Shift'] });
    await expect(selected(page, '7 selected, 5 not shown')).toBeVisible();

    const { name, text } = await download(page, async () => {
      await button(page, 'Export selected').click();
      await exportAs(page, 'Selected', 'JSON');
    });
    expect(name).toMatch(/^bot-users-selected-\d{4}-\d\d-\d\d\.json$/);
    const file = JSON.parse(text) as { note: string; bot_users: Array<{ id: string }> };
    expect(file.note).toBe('Partial: 7 of the 1,000 loaded bot users.');
    const ids = file.bot_users.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(chosen.map(({ id }) => id)));
    expect(ids).toHaveLength(7);

    await button(page, 'Deselect hidden').click();
    await expect(selected(page, '2 selected')).toBeVisible();
    await page.getByRole('button', { name: /^Select the \d+ that match$/ }).click();
    const matching = rows.filter((bot) => bot.name.includes('terraform')).length;
    await expect(selected(page, `${matching} selected`)).toBeVisible();
    await button(page, 'Clear selection').click();
    await expect(selectionBar(page)).toBeHidden();
  },
);

manyRowsTest(
  'a file of what matches says that it is a part, one of everything loads it first',
  async ({ page, faultProxy, rows }) => {
    await signIn(page, '/bot-users?q=grafana');
    const matching = rows.slice(0, 100).filter(({ name }) => name.includes('grafana'));
    const part = await download(page, async () => {
      await button(page, `Export ${matching.length} shown`).click();
      await exportAs(page, 'Shown', 'CSV');
    });
    const [head, ...lines] = part.text.split('\r\n');
    expect(part.name).toMatch(/^bot-users-matching-/);
    await expect(receipt(page)).toContainText(
      `Exported as CSV: ${matching.length} of the 100 loaded bot users. The service has more.`,
    );
    expect(head).toBe('id,name,state,created_at,uri');
    expect(lines.filter(Boolean)).toHaveLength(matching.length);

    const { name, text } = await download(page, async () => {
      await button(page, `Export ${matching.length} shown`).click();
      await exportAs(page, 'Everything', 'JSON Lines');
    });
    expect(name).toMatch(/^bot-users-\d{4}-\d\d-\d\d\.jsonl$/);
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids).toEqual(rows.map(({ id }) => id));
    expect(pagesAsked(faultProxy)).toHaveLength(10);
  },
);
