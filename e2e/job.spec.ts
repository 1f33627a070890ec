import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import {
  button,
  downloaded,
  gate,
  inAccountMenu,
  jobCard,
  keyField,
  pressInJob,
  receipt,
  selectionBar,
  submitKey,
} from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';
import { apiKey } from './service.ts';

/** More than are changed without a plan. */
const COUNT = 24;
const PATH = '**/bot_users/*';

const expectProgress = (page: Page, text: string) =>
  expect(jobCard(page).getByRole('progressbar', { name: 'Bulk job progress' })).toHaveAttribute(
    'aria-valuetext',
    text,
  );

/** Lets 8 changes pass; the others, 4 at once, wait until it is opened. `sent`: how many, with those that wait. */
async function stopAfter8(page: Page) {
  const { opened, open } = gate();
  let sent = 0;
  await page.route(PATH, async (route) => {
    if (route.request().method() === 'PATCH' && ++sent > 8) await opened;
    // What waited for a tab that is closed goes nowhere.
    await route.continue().catch(() => {});
  });
  return { open, sent: () => sent };
}

/** A plan that sets 24 bot users inactive is open; `states`: what they are. */
const jobTest = test.extend<{ states: () => Promise<boolean[]> }>({
  states: async ({ page, call }, provide) => {
    const group = uniqueName('job');
    const names = Array.from({ length: COUNT }, (_, at) => `${group}-${at}`);
    await Promise.all(names.map((name) => call(botUserEndpoints.create, { body: { name } })));
    await signIn(page, `/bot-users?q=${group}`);
    await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
    await selectionBar(page).getByRole('button', { name: 'Set inactive', exact: true }).click();
    await expect(button(page, 'Apply 24 changes')).toBeVisible();
    await provide(async () => {
      const { bot_users } = await call(botUserEndpoints.list, { query: 'limit=100' });
      const own = bot_users.filter(({ name }) => name.startsWith(group));
      expect(own).toHaveLength(COUNT);
      return [...new Set(own.map(({ active }) => active))];
    });
  },
});

const apply = (page: Page) => button(page, 'Apply 24 changes').click();

/** A job that has ended is told once: nothing of it stays at the foot of the page. */
async function expectEnd(page: Page, text: string) {
  await expect(receipt(page)).toContainText(text);
  await expect(jobCard(page)).toBeHidden();
}

jobTest(
  'is paused, reloaded, kept by a sign-out, resumed, waits for a sign-in, is reported, undone by a plan and dropped',
  async ({ page, states, problems }) => {
    problems.allow(401);
    const signOut = page.getByRole('alertdialog', { name: 'A job is not finished' });
    const { open, sent } = await stopAfter8(page);
    await apply(page);
    await expectProgress(page, '8 done, 0 failed, 16 left');
    await expect.poll(sent).toBe(12);
    await expect(page).toHaveTitle('8 of 24, Bot users · Gatehouse');
    await pressInJob(page, 'Pause');
    await expect(jobCard(page).getByText('Paused', { exact: true })).toBeVisible();
    await expect(button(page, 'Resume')).toBeFocused();
    // On paper it would cover the end of every sheet.
    await page.emulateMedia({ media: 'print' });
    await expect(jobCard(page)).toBeHidden();
    await page.emulateMedia({ media: null });
    // On a phone a selection has its bar above that of the job.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
    const bars = [await selectionBar(page).boundingBox(), await jobCard(page).boundingBox()];
    expect(bars[0]?.y).toBeCloseTo((bars[1]?.y ?? 0) - (bars[0]?.height ?? 0), 0);
    await page.setViewportSize({ width: 1440, height: 900 });
    open();
    await expectProgress(page, '12 done, 0 failed, 12 left');

    // It is there on every page, after a reload, and after a sign-out by choice.
    await signIn(page, '/routes');
    await expectProgress(page, '12 done, 0 failed, 12 left');
    await inAccountMenu(page, 'Sign out');
    await expect(signOut.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Account menu')).toBeFocused();
    await inAccountMenu(page, 'Sign out');
    await button(page, 'Sign out and keep it').click();
    await submitKey(page, apiKey);
    await expectProgress(page, '12 done, 0 failed, 12 left');
    const refused = { status: 401, json: { error_code: 'NOT_AUTHENTICATED', status_code: 401 } };
    await page.route(PATH, (route) => route.fulfill(refused), { times: 1 });
    await pressInJob(page, 'Resume');
    const signInAgain = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(jobCard(page).getByText('Waiting for you to sign in again')).toBeVisible();
    await keyField(page).fill(apiKey);
    await signInAgain.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectEnd(page, '24 set inactive.');
    expect(await states()).toEqual([false]);

    await button(page, 'Report').click();
    const report = page.getByRole('dialog', { name: 'Report' });
    const items = report.getByRole('table', { name: 'Report' }).getByRole('rowheader');
    await expect(items).toHaveCount(COUNT);
    const download = report.getByRole('button', { name: 'Download report' });
    const file = await downloaded(page, () => download.click());
    expect(file.name).toMatch(/^job-.*\.csv$/);
    const lines = file.text.trim().split('\r\n');
    expect(lines).toHaveLength(COUNT + 1);
    expect(lines[1]).toMatch(/^bot_\w+,job-.*,change active,.*,done,200,,[^,]+,2[^,]+Z,$/);

    await report.getByRole('button', { name: 'Undo 24 changes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Plan: set 24 bot users active',
    );

    await page.unroute(PATH);
    const again = await stopAfter8(page);
    await button(page, 'Apply 24 changes').click();
    await expectProgress(page, '8 done, 0 failed, 16 left');
    await inAccountMenu(page, 'Sign out');
    await signOut.getByRole('button', { name: 'Sign out and drop it' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    again.open();
    await submitKey(page, apiKey);
    await expect(page.getByRole('rowheader')).not.toHaveCount(0);
    await expect(jobCard(page)).toBeHidden();
    expect(await states()).toEqual([false, true]);
  },
);

/** As a link to another site does, where Back brings the page back as it was. */
const leave = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));

for (const [how, go] of [
  ['closed', (page: Page) => page.close()],
  ['left for another site', leave],
] as const)
  jobTest(
    `goes on in another tab when its own is ${how}`,
    { tag: '@full' },
    async ({ page, context, states }) => {
      await stopAfter8(page);
      await apply(page);
      await expectProgress(page, '8 done, 0 failed, 16 left');
      const other = await context.newPage();
      await signIn(other);
      await expect(jobCard(other).getByText('Runs in another tab')).toBeVisible();
      await go(page);
      await expectEnd(other, '24 set inactive.');
      expect(await states()).toEqual([false]);
    },
  );
