import { botUserEndpoints, type BotUserListAnswer } from '#contract/bot-user.ts';
import { alertAbout, button } from './controls.ts';
import { rewritten } from './faults.ts';
import { expect, signIn } from './fixtures.ts';
import { manyRowsTest, openLoaded, pagesAsked, rowAt, scrollDown } from './many-rows.ts';

manyRowsTest.use({ botUsers: 3000 });

const { list } = botUserEndpoints;

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
