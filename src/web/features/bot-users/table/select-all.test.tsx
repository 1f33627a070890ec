// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, expect, it } from 'vitest';
import {
  bots,
  closePage,
  input,
  openList,
  press,
  pressInMore,
  select,
  type,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';

afterEach(closePage);

const BOX = 'Select all loaded';
const state = () => {
  const { checked, indeterminate } = input(BOX);
  return indeterminate ? 'some' : checked ? 'all' : 'none';
};
const selected = () => [...selection.ids()].toSorted();

it('has three states', async () => {
  await openList(bots(3));
  expect(state()).toBe('none');
  await select('bot_1');
  expect(state()).toBe('some');
  await press(BOX);
  expect(state()).toBe('all');
  expect(selected()).toHaveLength(3);
  await press(BOX);
  expect(state()).toBe('none');
  expect(selected()).toEqual([]);
});

it('is about what is shown, and leaves the others as they are', async () => {
  await openList(bots(3), { at: '?q=name 1' });
  await select('bot_3');
  expect(state()).toBe('none');
  await press(BOX);
  expect(state()).toBe('all');
  expect(selected()).toEqual(['bot_1', 'bot_3']);
  await type('Filter loaded bot users', '');
  expect(state()).toBe('some');
  await type('Filter loaded bot users', 'name 1');
  await press(BOX);
  expect(selected()).toEqual(['bot_3']);
});

it('is about the selected ones while only they are shown', async () => {
  await openList(bots(3), { at: '?q=name 1' });
  await select('bot_2', 'bot_3');
  await pressInMore('Show only selected');
  expect(state()).toBe('all');
});
