import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import {
  expectNoAxeFindings,
  expectNoSidewaysScroll,
  expectReadableColours,
  inBothSchemes,
} from './checks.ts';
import { button, keyField } from './controls.ts';
import { apiKey } from './service.ts';
import { expect, freshTest as test, signIn } from './fixtures.ts';

test.use({ settings: { DEMO: 'off' } });

const card = (page: Page) => page.getByRole('region', { name: 'Bulk job' });
const press = (page: Page, name: string) =>
  card(page).getByRole('button', { name, exact: true }).click();
const expectProgress = (page: Page, text: string) =>
  expect(card(page).getByRole('progressbar', { name: 'Bulk job progress' })).toHaveAttribute(
    'aria-valuetext',
    text,
  );

/** Lets so many changes pass; the others wait until it is opened. */
async function gate(page: Page, passes: number) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route('**/bot_users/*', async (route) => {
    if (route.request().method() === 'PATCH' && passes-- <= 0) await opened;
    await route.continue();
  });
  return open;
}

/** 60 bot users, all selected, on their way to be set inactive. */
const jobTest = test.extend<{ states: () => Promise<boolean[]> }>({
  states: async ({ page, call }, provide) => {
    for (let at = 0; at < 60; at++)
      await call(botUserEndpoints.create, { body: { name: `bot-${at}` } });
    await signIn(page);
    await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
    await page
      .getByRole('group', { name: 'Bulk actions' })
      .getByRole('button', { name: 'Set inactive', exact: true })
      .click();
    await provide(async () => {
      const { bot_users } = await call(botUserEndpoints.list, { query: 'limit=100' });
      return [...new Set(bot_users.map(({ active }) => active))];
    });
  },
});
async function signOut(page: Page) {
  await button(page, 'Account menu').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

const apply = (page: Page, state = 'inactive') => button(page, `Set 60 bot users ${state}`).click();
/** A job that has ended is told once: nothing of it stays at the foot of the page. */
async function expectEnd(page: Page, text: string) {
  await expect(page.getByRole('status', { name: 'Last change' })).toContainText(text);
  await expect(card(page)).toBeHidden();
}

jobTest('is paused, reloaded, resumed, reported and undone', async ({ page, states }) => {
  const open = await gate(page, 20);
  await apply(page);
  await expectProgress(page, '20 done, 0 failed, 40 left');
  await expect(page).toHaveTitle('20 of 60, Bot users · Gatehouse');

  await press(page, 'Pause');
  await expect(card(page).getByText('Paused', { exact: true })).toBeVisible();
  await expect(button(page, 'Resume')).toBeFocused();
  open();
  await expectProgress(page, '24 done, 0 failed, 36 left');
  await expectNoAxeFindings(page);

  // It is there on every page, and after a reload.
  await signIn(page, '/routes');
  await expectProgress(page, '24 done, 0 failed, 36 left');
  await press(page, 'Resume');
  await expectEnd(page, '60 set inactive.');
  expect(await states()).toEqual([false]);

  await button(page, 'Report').click();
  const report = page.getByRole('dialog', { name: 'Report' });
  await expect(report.getByRole('table', { name: 'Report' }).getByRole('rowheader')).toHaveCount(
    60,
  );
  await report.getByRole('region', { name: 'Items' }).focus();
  await expectNoAxeFindings(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await inBothSchemes(page, () => expectReadableColours(page));

  const coming = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Download report' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^job-.*\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(61);
  expect(lines[1]).toMatch(/^bot_\w+,bot-\d+,change active,.*,done,200,,[^,]+,2[^,]+Z,,$/);

  await report.getByRole('button', { name: 'Undo 60 changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan: set 60 bot users active');
  await apply(page, 'active');
  await expectEnd(page, '60 set active.');
  expect(await states()).toEqual([true]);
});

jobTest('is shown and paused by another tab', async ({ page, context, states }) => {
  const open = await gate(page, 20);
  await apply(page);
  await expectProgress(page, '20 done, 0 failed, 40 left');
  const other = await context.newPage();
  await signIn(other);
  await expectProgress(other, '20 done, 0 failed, 40 left');
  await expect(card(other).getByText('Runs in another tab')).toBeVisible();
  await press(other, 'Pause');
  await expect(button(page, 'Resume')).toBeVisible();
  open();
  await press(other, 'Resume');
  // The tab in which it was resumed has run it to its end.
  await expectEnd(other, '60 set inactive.');
  await expect(card(page)).toBeHidden();
  expect(await states()).toEqual([false]);
});

jobTest(
  'waits for a session that has ended, and goes on with it',
  async ({ page, states, problems }) => {
    problems.allow(401);
    let isRefused = false;
    await page.route('**/bot_users/*', async (route) => {
      if (isRefused || route.request().method() !== 'PATCH') return route.continue();
      isRefused = true;
      return route.fulfill({
        status: 401,
        json: { error_code: 'NOT_AUTHENTICATED', status_code: 401 },
      });
    });
    await apply(page);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(dialog).toBeVisible();
    await keyField(page).fill(apiKey);
    await expect(card(page).getByText('Waiting for you to sign in again')).toBeVisible();
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectEnd(page, '60 set inactive.');
    expect(await states()).toEqual([false]);
  },
);

jobTest('a sign-out asks what is to become of it', async ({ page, states }) => {
  const open = await gate(page, 20);
  await apply(page);
  await expectProgress(page, '20 done, 0 failed, 40 left');
  const dialog = page.getByRole('alertdialog', { name: 'A job is not finished' });
  await signOut(page);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Account menu')).toBeFocused();
  await expectProgress(page, '20 done, 0 failed, 40 left');

  await signOut(page);
  await dialog.getByRole('button', { name: 'Sign out and drop it' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  open();
  await signIn(page);
  await expect(page.getByRole('rowheader')).not.toHaveCount(0);
  await expect(card(page)).toBeHidden();
  expect(await states()).toEqual([false, true]);
});

jobTest('a job that was kept goes on with the next session', async ({ page, states }) => {
  const open = await gate(page, 20);
  await apply(page);
  await expectProgress(page, '20 done, 0 failed, 40 left');
  await signOut(page);
  await button(page, 'Sign out and keep it').click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  open();
  await signIn(page);
  await expectEnd(page, '60 set inactive.');
  expect(await states()).toEqual([false]);
});
