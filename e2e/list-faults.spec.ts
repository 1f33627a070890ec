import type { Page } from 'playwright/test';
import { alertAbout, button } from './controls.ts';
import { expect, signIn } from './fixtures.ts';
import { manyRowsTest } from './many-rows.ts';
import {
  expectRowCount,
  loadedAll,
  openLoaded,
  pagesAsked,
  rowAt,
  scrollDown,
} from './many-rows-page.ts';

manyRowsTest.use({ botUsers: 3000 });

const progress = (page: Page) => page.getByText(/^Loading, [\d,]+ so far/);

manyRowsTest(
  'loading all goes on by itself after a limit, a fault and a lost connection',
  async ({ page, rows, context, problems }) => {
    problems.allow(429, 500, 'no answer');
    rows.conduct.delayMs = 40;
    await signIn(page);
    await button(page, 'Load all').click();
    await expect.poll(() => pagesAsked(rows).length).toBeGreaterThan(2);
    rows.refuse('list', 429, { headers: { 'Retry-After': '2' } });
    await expect(progress(page)).toContainText('Slowed by the service, next try in');

    // A read is tried three times before it counts as failed.
    rows.refuse('list', 500, { times: 3 });
    await expect(progress(page)).toContainText('Interrupted, next try in');
    await expect(progress(page)).not.toContainText('next try in');
    await context.setOffline(true);
    await expect(progress(page)).toContainText('You are offline: it goes on by itself.');
    await context.setOffline(false);

    await expect(loadedAll(page, '3,000')).toBeVisible();
    await expectRowCount(page, 3000);
    expect(rows.mostAtOnce).toBe(1);
  },
);

manyRowsTest(
  'what came stays when loading all is ended, and loading goes on from there',
  async ({ page, rows }) => {
    rows.conduct.delayMs = 40;
    await signIn(page);
    await button(page, 'Load all').focus();
    // Held down until it repeats: that is not meant for the button which is there then.
    await page.keyboard.down('Enter');
    await expect(button(page, 'Cancel loading')).toBeFocused();
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect.poll(() => pagesAsked(rows).length).toBeGreaterThan(3);
    rows.hold();
    await button(page, 'Cancel loading').click();
    rows.release();
    await expect(button(page, 'Load more')).toBeVisible();
    const line = page.getByText(/^[\d,]+ loaded, newest first\. The service has more\.$/);
    const loaded = parseInt((await line.innerText()).replace(',', ''), 10);
    expect(loaded).toBeGreaterThan(200);

    rows.hold();
    await button(page, 'Load more').dblclick();
    rows.release();
    await expect(
      page.getByText(
        `${(loaded + 100).toLocaleString('en')} loaded, newest first. The service has more.`,
      ),
    ).toBeVisible();
    // Once by the load that was ended, once by both presses together.
    const last = rows.account.all()[loaded - 1]?.id;
    expect(pagesAsked(rows).filter(({ query }) => query.get('before_id') === last)).toHaveLength(2);
  },
);

manyRowsTest('pages that never end are noticed and told', async ({ page, rows }) => {
  rows.conduct.endless = { after: 300, come: 'second page' };
  await signIn(page);
  await button(page, 'Load all').click();
  await expect(
    page.getByText('300 loaded. The service repeated a page. Loading stopped.'),
  ).toBeVisible();
  expect(pagesAsked(rows).length).toBeLessThanOrEqual(4);

  await page.reload();
  rows.conduct.endless = { after: 300, come: 'empty pages' };
  await signIn(page);
  await button(page, 'Load all').click();
  await expect(
    page.getByText('300 loaded. The service sent one empty page after the other. Loading stopped.'),
  ).toBeVisible();
  await expect(button(page, 'Load more')).toBeHidden();
});

manyRowsTest(
  'the first rows are shown without the code for many, and all once the connection brings it',
  async ({ page, rows, context, problems }) => {
    problems.allow('no answer');
    await page.route('**/assets/row-window-*.js', (route) => route.abort());
    await openLoaded(page, rows);
    const alert = alertAbout(page, 'A part of the app did not arrive.');
    await expect(alert).toContainText('Of the 3,000 rows only the first 200 can be shown');
    await expect(rowAt(page, 200)).toHaveCount(1);
    await expect(rowAt(page, 201)).toHaveCount(0);

    await page.unroute('**/assets/row-window-*.js');
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(rowAt(page, 200)).toHaveCount(0);
    await expect(alert).toHaveCount(0);
    await scrollDown(page, 1);
    await expect(rowAt(page, 3000)).toBeInViewport();
  },
);
