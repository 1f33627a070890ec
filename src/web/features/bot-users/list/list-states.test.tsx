// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, expect, it } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import {
  announced,
  answer,
  bot,
  closePage,
  countLine,
  find,
  isShown,
  openList,
  openPage,
  pass,
  press,
  refusal,
  shownNames,
  textOf,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';

afterEach(closePage);

const region = () => document.querySelector('section[aria-label="Bot user list"]');
const skeletons = () => region()?.querySelectorAll('[aria-hidden]').length;
/** As another version of the service may send it. */
const unreadable = (number: number) =>
  bot(number, { name: 1 as unknown as string }) satisfies BotUser;

it('says that it loads, and draws where rows will be only when that takes a while', async () => {
  await openPage([bot(1)]);
  expect(region()?.getAttribute('aria-busy')).toBe('true');
  expect(isShown('Loading bot users…')).toBe(true);
  expect(skeletons()).toBe(0);
  await pass(300);
  expect(skeletons()).toBe(8);
  await answer();
  expect(region()?.getAttribute('aria-busy')).toBe('false');
  expect(shownNames()).toEqual(['name 1']);
});

it('offers another try when nothing could be loaded', async () => {
  await openPage([bot(1)]);
  await answer(refusal(400));
  expect(isShown('Bot users could not be loaded')).toBe(true);
  expect(isShown('None loaded.')).toBe(true);
  await press('Try again');
  await answer();
  expect(shownNames()).toEqual(['name 1']);
  expect(countLine()).toBe('All 1 loaded.');
});

it('leads an account without bot users to its first one, and offers nothing that needs some', async () => {
  await openList([]);
  expect(countLine()).toBe('This account has none yet.');
  expect(isShown('Create the first bot user')).toBe(true);
  expect(find('New bot user')).toBeDefined();
  expect(find('Copy as curl')).toBeDefined();
  for (const name of ['Refresh', 'Filter loaded bot users', 'More', 'Load more'])
    expect(find(name)).toBeUndefined();
});

it('shows the rows that can be read, and says how many cannot', async () => {
  await openList([bot(1), unreadable(2)]);
  expect(shownNames()).toEqual(['name 1']);
  const text =
    '1 bot user could not be shown: the service sent it in a way this app does not know.';
  expect(textOf('section [role=note]')).toContain(text);
  // Not by a live region of the list: it may be busy.
  await pass(500);
  expect(announced()).toBe('Not shown: 1 bot user.');
  // What is live in a busy part is dropped.
  await press('Refresh');
  expect(region()?.getAttribute('aria-busy')).toBe('false');
  await answer();
});

it('does not take an account whose rows cannot be read for an empty one', async () => {
  await openList([unreadable(1), unreadable(2)]);
  expect(isShown('Create the first bot user')).toBe(false);
  expect(isShown('2 bot users could not be shown: the service sent them')).toBe(true);
  expect(isShown('Nothing in the 0 loaded matches')).toBe(false);
  expect(find('Refresh')).toBeDefined();
});
