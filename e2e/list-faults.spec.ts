import type { Page } from 'playwright/test';
import { botUserEndpoints, type BotUserListAnswer } from '#contract/bot-user.ts';
import { alertAbout, button } from './controls.ts';
import { delayed, refused, rewritten, slow } from './faults.ts';
import { expect, signIn } from './fixtures.ts';
import {
  expectRowCount,
  loadedAll,
  manyRowsTest,
  openLoaded,
  pagesAsked,
  rowAt,
  scrollDown,
} from './many-rows.ts';

manyRowsTest.use({ botUsers: 3000 });

const { list } = botUserEndpoints;

const progress = (page: Page) => page.getByText(/^Loading, [\d,]+ so far/);

manyRowsTest(
  'loading all goes on by itself after a limit, a fault and a lost connection',
  async ({ page, faultProxy, context, problems }) => {
    problems.allow('no answer');
    faultProxy.answer(list, delayed(40));
    await signIn(page);
    await button(page, 'Load all').click();
    await expect.poll(() => pagesAsked(faultProxy).length).toBeGreaterThan(2);
    faultProxy.answer(list, refused(429, 'WAIT', { headers: () => ({ 'retry-after': '2' }) }), 1);
    await expect(progress(page)).toContainText('Slowed by the service, next try in');

    faultProxy.answer(list, refused(500, 'INTERNAL'), 1);
    await expect(progress(page)).toContainText('Interrupted, next try in');
    await expect(progress(page)).not.toContainText('next try in');
    await context.setOffline(true);
    await expect(progress(page)).toContainText('You are offline: it goes on by itself.');
    await context.setOffline(false);

    await expect(loadedAll(page, '3,000')).toBeVisible();
    await expectRowCount(page, 3000);
    expect(faultProxy.mostAtOnce()).toBe(1);
  },
);

manyRowsTest(
  'what came stays when loading all is ended, and loading goes on from there',
  async ({ page, faultProxy, rows }) => {
    faultProxy.answer(list, delayed(40));
    await signIn(page);
    await button(page, 'Load all').focus();
    // Held down until it repeats: that is not meant for the button which is there then.
    await page.keyboard.down('Enter');
    await expect(button(page, 'Cancel loading')).toBeFocused();
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect.poll(() => pagesAsked(faultProxy).length).toBeGreaterThan(3);
    faultProxy.answer(list, slow);
    await button(page, 'Cancel loading').click();
    faultProxy.release();
    await expect(button(page, 'Load more')).toBeVisible();
    const line = page.getByText(/^[\d,]+ loaded, newest first\. The service has more\.$/);
    const loaded = parseInt((await line.innerText()).replace(',', ''), 10);
    expect(loaded).toBeGreaterThan(200);

    faultProxy.answer(list, slow);
    await button(page, 'Load more').dblclick();
    faultProxy.release();
    await expect(
      page.getByText(
        `${(loaded + 100).toLocaleString('en')} loaded, newest first. The service has more.`,
      ),
    ).toBeVisible();
    // Once by the load that was ended, once by both presses together.
    const last = rows[loaded - 1]?.id;
    expect(pagesAsked(faultProxy).filter((query) => query.get('before_id') === last)).toHaveLength(
      2,
    );
  },
);

/** Behind one row the list goes on as behind another one, and behind an empty page with the next empty one. */
const goingOn = (from: string, to: string) => {
  let empty = 0;
  const nextId = (last: string | undefined) => {
    if (last === from) return to;
    return last === undefined ? `bot_${String((empty += 1)).padStart(27, '0')}` : last;
  };
  return rewritten<BotUserListAnswer>((page) => ({
    ...page,
    next_page_uri: `${page.uri}?limit=100&before_id=${nextId(page.bot_users.at(-1)?.id)}`,
  }));
};

manyRowsTest('pages that never end are noticed and told', async ({ page, faultProxy, rows }) => {
  const [second = '', third = ''] = [rows[99]?.id, rows[299]?.id];
  faultProxy.answer(list, goingOn(third, second));
  await signIn(page);
  await button(page, 'Load all').click();
  await expect(
    page.getByText('300 loaded. The service repeated a page. Loading stopped.'),
  ).toBeVisible();
  expect(pagesAsked(faultProxy).length).toBeLessThanOrEqual(4);

  await page.reload();
  faultProxy.answer(list, goingOn(third, 'bot_000000000000000000000000000'));
  await signIn(page);
  await button(page, 'Load all').click();
  await expect(
    page.getByText('300 loaded. The service sent one empty page after the other. Loading stopped.'),
  ).toBeVisible();
  await expect(button(page, 'Load more')).toBeHidden();
});

manyRowsTest(
  'the first rows are shown without the code for many, and all once the connection brings it',
  async ({ page, context, problems }) => {
    problems.allow('no answer');
    await page.route('**/assets/row-window-*.js', (route) => route.abort());
    await openLoaded(page, 3000);
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
