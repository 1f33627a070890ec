// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, expect, it } from 'vitest';
import {
  announced,
  answer,
  answerAll,
  bot,
  bots,
  closePage,
  countLine,
  find,
  isShown,
  openList,
  pageOf,
  press,
  pressInMore,
  refusal,
  select,
  shownNames,
  the,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';

afterEach(closePage);

const alert = () => document.querySelector('[role=alert]')?.textContent;
const progress = () => the('Checking bot users').parentElement?.querySelector('p')?.textContent;

/** All of them loaded, in two pages, and one of them shown. */
async function openDeepList() {
  const service = await openList(bots(102), { pageSize: 51, at: '?q=name 100' });
  await press('Load more');
  await answer();
  return service;
}

it('puts what is new at the top and says how much it is', async () => {
  const service = await openList(bots(2));
  service.bots = [bot(-1), bot(0), ...service.bots];
  await press('Refresh');
  await answer();
  expect(shownNames()).toEqual(['name -1', 'name 0', 'name 1', 'name 2']);
  expect(announced()).toBe('Read again: 2 new.');
  expect(countLine()).toBe('All 4 loaded.');
});

it('says that nothing has changed', async () => {
  await openList(bots(2));
  await press('Refresh');
  await answer();
  expect(announced()).toBe('Read again: nothing has changed.');
});

it('lets go of what is gone, says so, and takes it out of the selection', async () => {
  const service = await openList(bots(4));
  await select('bot_1', 'bot_2', 'bot_3');
  service.bots = [bot(1), bot(4, { name: 'other' })];
  await press('Refresh');
  await answer();
  expect(shownNames()).toEqual(['name 1', 'other']);
  expect([...selection.ids()]).toEqual(['bot_1']);
  expect(announced()).toBe('Read again: 1 changed, 2 gone. 2 selected bot users no longer exist.');
});

it('keeps the rows when they cannot be read again, and tries the same again', async () => {
  const service = await openList(bots(2));
  await press('Refresh');
  await answer(refusal(403));
  expect(shownNames()).toEqual(['name 1', 'name 2']);
  expect(alert()).toContain('Bot users could not be read again.');
  expect(alert()).toContain('The service answered 403.');
  expect(alert()).toContain('What you see was read before.');
  await press('Try again');
  expect(alert()).toBeUndefined();
  await answer();
  expect(announced()).toBe('Read again: nothing has changed.');
  expect(service.lines).toHaveLength(3);
});

it('offers to check everything only where a refresh does not read it anyway', async () => {
  await openList(bots(101), { at: '?q=nothing' });
  await press('More');
  expect(find('Select from a list…')).toBeDefined();
  expect(find('Check all again')).toBeUndefined();
  await press('More');
  await press('Load more');
  await answer();
  await press('More');
  expect(find('Check all again')).toBeDefined();
});

it('offers it with short pages, too, and where rows could not be read', async () => {
  const service = await openList(bots(6), { pageSize: 3 });
  await press('Load more');
  await answer();
  service.bots = service.bots.map((each) => (each.id === 'bot_5' ? bot(5, { name: 'new' }) : each));
  await pressInMore('Check all again');
  await answerAll();
  expect(shownNames()).toContain('new');
});

it('reads rows again that could not be read', async () => {
  const service = await openList([bot(1), bot(2, { name: 1 as unknown as string })]);
  expect(isShown('1 bot user could not be shown')).toBe(true);
  service.bots = bots(2);
  await pressInMore('Check all again');
  await answerAll();
  expect(shownNames()).toEqual(['name 1', 'name 2']);
  expect(isShown('could not be shown')).toBe(false);
});

it('says how far a check has come, of how many', async () => {
  await openDeepList();
  await pressInMore('Check all again');
  expect(progress()).toBe('Checking, 0 of 102 read');
  expect(the('Checking bot users').getAttribute('aria-valuenow')).toBe('0');
  await answer();
  expect(progress()).toBe('Checking, 51 of 102 read, about 10 s left');
  expect(the('Checking bot users').getAttribute('aria-valuenow')).toBe('50');
  await press('More');
  expect(the('Check all again').getAttribute('aria-disabled')).toBe('true');
  await press('More');
  await answer();
  expect(find('Checking bot users')).toBeUndefined();
  expect(announced()).toBe('Checked: nothing has changed.');
});

it('tells what a check has found, also far below', async () => {
  const service = await openDeepList();
  await select('bot_101', 'bot_102');
  service.bots = service.bots
    .filter(({ id }) => id !== 'bot_101')
    .map((each) => (each.id === 'bot_100' ? { ...each, active: false } : each));
  await pressInMore('Check all again');
  await answerAll();
  expect(announced()).toBe('Checked: 1 changed, 1 gone. 1 selected bot user no longer exists.');
  expect((the('Active: name 100') as HTMLInputElement).checked).toBe(false);
  expect([...selection.ids()]).toEqual(['bot_102']);
});

it('does not claim to have checked what the service kept from it', async () => {
  await openDeepList();
  await pressInMore('Check all again');
  await answer(pageOf(bots(51), 'bot_51'));
  await answer(pageOf(bots(51), 'bot_51'));
  expect(announced()).toBe('Checked as far as the service let it: nothing has changed.');
  expect(countLine()).toBe('All 102 loaded.');
});

it('ends a check where it is', async () => {
  const service = await openDeepList();
  await pressInMore('Check all again', { detail: 0 });
  await press('Cancel checking');
  expect(find('Checking bot users')).toBeUndefined();
  expect(countLine()).toBe('All 102 loaded.');
  expect(service.lines).toHaveLength(3);
});

it('checks again, and does not only refresh, after a check that has failed', async () => {
  await openDeepList();
  await pressInMore('Check all again');
  await answer();
  await answer(refusal(403));
  expect(alert()).toContain('Bot users could not be read again.');
  await press('Try again');
  expect(progress()).toBe('Checking, 0 of 102 read');
  expect(alert()).toBeUndefined();
});

it('keeps the rows when the next page cannot be loaded, and loads one on another try', async () => {
  const service = await openList(bots(5), { pageSize: 2 });
  await press('Load more');
  await answer(refusal(403));
  expect(shownNames()).toHaveLength(2);
  expect(countLine()).toBe('2 loaded. Loading stopped after an error.');
  expect(alert()).toContain('The next page could not be loaded.');
  await press('Try again');
  await answer();
  expect(alert()).toBeUndefined();
  expect(announced()).toBe('2 more loaded, 4 in all.');
  expect(service.lines).toHaveLength(3);
});

it('goes on with all of them where loading all has failed', async () => {
  await openList(bots(7), { pageSize: 2 });
  await press('Load all');
  await answer();
  await answer(refusal(403));
  expect(countLine()).toBe('4 loaded. Loading stopped after an error.');
  await press('Try again');
  await answerAll();
  expect(countLine()).toBe('All 7 loaded.');
  expect(isShown('could not be loaded')).toBe(false);
});
