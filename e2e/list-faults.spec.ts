import { botUserEndpoints, type BotUserListAnswer } from '#contract/bot-user.ts';
import { button, countLine } from './controls.ts';
import { rewritten } from './faults.ts';
import { expect, signIn } from './fixtures.ts';
import { manyRowsTest, pagesAsked } from './many-rows.ts';

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
  await expect(countLine(page)).toHaveText(
    '300 loaded. The service repeated a page. Loading stopped.',
  );
  expect(pagesAsked(faultProxy).length).toBeLessThanOrEqual(4);

  await page.reload();
  faultProxy.answer(list, goingOn(third, 'bot_000000000000000000000000000'));
  await signIn(page);
  await button(page, 'Load all').click();
  await expect(countLine(page)).toHaveText('300 loaded. Stopped: the service sent empty pages.');
  await expect(button(page, 'Load more')).toBeHidden();
});
