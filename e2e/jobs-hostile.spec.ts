import type { Page } from 'playwright/test';
import type { Call } from '#client/api-client.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { nextPageQuery } from '#contract/page.ts';
import { button } from './controls.ts';
import { delayed, lost, breakdowns } from './faults.ts';
import { expect, signIn } from './fixtures.ts';
import { manyRowsTest as test, openLoaded } from './many-rows.ts';

test.use({ botUsers: 150 });

const { update } = botUserEndpoints;
/** For each response, so that a job of hundreds is caught in the middle. */
const SLOWLY = delayed(20);

const card = (page: Page) => page.getByRole('region', { name: 'Bulk job' });
const press = (page: Page, name: string) =>
  card(page).getByRole('button', { name, exact: true }).click();
const progress = (page: Page) => card(page).getByRole('progressbar', { name: 'Bulk job progress' });

const isActive = ({ active }: BotUser) => active;

/** Of the progress, as it is told: `82 done, 2 failed, 44 left`. */
const done = async (page: Page) =>
  Number(/^[\d,]+/.exec((await progress(page).getAttribute('aria-valuetext')) ?? '')?.[0]);

/** Until it is in the middle. */
const reach = (page: Page, least: number) =>
  expect.poll(() => done(page), { intervals: [50] }).toBeGreaterThanOrEqual(least);

const expectAllDone = (page: Page, count: number, state = 'inactive') =>
  expect(page.getByRole('status', { name: 'Last change' })).toContainText(
    `${count} set ${state}.`,
    { timeout: 60_000 },
  );

/** Sets all of them active or inactive, by a plan. @returns how many were not so */
async function apply(page: Page, rows: BotUser[], isWanted = false) {
  await openLoaded(page, rows.length);
  await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
  await page
    .getByRole('group', { name: 'Bulk actions' })
    .getByRole('button', { name: isWanted ? 'Set active' : 'Set inactive', exact: true })
    .click();
  const count = rows.filter(({ active }) => active !== isWanted).length;
  await button(page, `Set ${count} bot users ${isWanted ? 'active' : 'inactive'}`).click();
  return count;
}

async function activeNow(call: Call) {
  const ids: string[] = [];
  for (let query: string | undefined = ''; query !== undefined;) {
    const page: { bot_users: BotUser[]; next_page_uri: string | null } = await call(
      botUserEndpoints.list,
      { query },
    );
    ids.push(...page.bot_users.filter(isActive).map(({ id }) => id));
    query = nextPageQuery(page.next_page_uri);
  }
  return ids;
}

test.describe('500 rows', () => {
  test.use({ botUsers: 500 });

  test('are paused, reloaded twice, resumed and undone', async ({
    page,
    call,
    faultProxy,
    rows,
  }) => {
    // Some eight hundred changes.
    test.slow();
    faultProxy.answer(update, SLOWLY);
    const count = await apply(page, rows);
    await reach(page, 50);
    await press(page, 'Pause');
    await expect(button(page, 'Resume')).toBeVisible();
    // What was under way ends.
    await expect.poll(async () => faultProxy.asked(update).length - (await done(page))).toBe(0);

    await signIn(page);
    await expect(card(page).getByText('Paused', { exact: true })).toBeVisible();
    const sent = faultProxy.asked(update).length;
    expect(await done(page)).toBe(sent);
    await press(page, 'Resume');
    await reach(page, sent + 50);
    // Without a pause: it goes on by itself.
    await signIn(page);
    await expectAllDone(page, count);
    expect(await activeNow(call)).toEqual([]);
    // What was under way is looked at first; it may not have arrived.
    const twice = faultProxy.asked(update).length - count;
    expect(twice).toBeGreaterThanOrEqual(0);
    expect(twice).toBeLessThanOrEqual(4);

    faultProxy.heal();
    await button(page, 'Undo').click();
    await button(page, `Set ${count} bot users active`).click({ timeout: 60_000 });
    await expectAllDone(page, count, 'active');
    expect(await activeNow(call)).toEqual(rows.filter(isActive).map(({ id }) => id));
  });
});

test('another tab takes over from the one that is closed in the middle', async ({
  page,
  context,
  call,
  faultProxy,
  rows,
}) => {
  faultProxy.answer(update, SLOWLY);
  const count = await apply(page, rows);
  const other = await context.newPage();
  await signIn(other);
  await expect(card(other).getByText('Runs in another tab')).toBeVisible();
  await reach(other, 20);
  await page.close();
  await expectAllDone(other, count);
  expect(await activeNow(call)).toEqual([]);
  expect(faultProxy.asked(update).length).toBeLessThanOrEqual(count + 4);
});

test('a job that is kept over a sign-out waits for the next one', async ({
  page,
  call,
  faultProxy,
  rows,
}) => {
  faultProxy.answer(update, SLOWLY);
  const count = await apply(page, rows);
  await reach(page, 20);
  await button(page, 'Account menu').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page
    .getByRole('alertdialog', { name: 'A job is not finished' })
    .getByRole('button', { name: 'Sign out and keep it' })
    .click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const sent = faultProxy.asked(update).length;
  expect((await activeNow(call)).length).toBeGreaterThan(0);
  expect(faultProxy.asked(update).length).toBe(sent);

  await signIn(page);
  await expectAllDone(page, count);
  expect(await activeNow(call)).toEqual([]);
});

test.describe('a job for whose journal there is no room', () => {
  const expectNotKept = (page: Page) =>
    expect(
      card(page).getByText('Progress cannot be kept on this device: do not reload'),
    ).toBeVisible();

  test('goes on from its start, and says so', async ({ page, baseURL, call, faultProxy, rows }) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: 1 });
    faultProxy.answer(update, SLOWLY);
    const count = await apply(page, rows);
    await expectNotKept(page);
    await expectAllDone(page, count);
    expect(await activeNow(call)).toEqual([]);
  });

  test('any more is not begun anew by a reload', async ({ page, call, faultProxy, rows }) => {
    faultProxy.answer(update, SLOWLY);
    const count = await apply(page, rows);
    await reach(page, 20);
    // The browser looks at its quota too rarely for a test.
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await expectNotKept(page);
    await expectAllDone(page, count);
    const now = rows.map((row) => ({ ...row, active: false }));
    const next = await apply(page, now, true);
    await expectAllDone(page, next, 'active');
    expect(await activeNow(call)).toHaveLength(rows.length);
    expect(faultProxy.asked(update).length).toBe(count + next);
  });
});

test('faults and lost answers in the middle leave nothing undone and nothing unsaid', async ({
  page,
  call,
  faultProxy,
  rows,
}) => {
  faultProxy.answer(update, lost['closed at once'], 1);
  faultProxy.answer(update, lost['cut in the middle'], 1);
  faultProxy.answer(update, breakdowns.broken, 1);
  const count = await apply(page, rows);
  await expectAllDone(page, count);
  expect(await activeNow(call)).toEqual([]);
  expect(faultProxy.asked(update).length).toBe(count + 3);
  expect(faultProxy.asked(botUserEndpoints.get).length).toBe(3);
});
