// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, expect, it } from 'vitest';
import {
  answer,
  bot,
  bots,
  closePage,
  find,
  focused,
  key,
  openList,
  pass,
  press,
  pressByKeyboard,
  textOf,
  the,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';

afterEach(closePage);

const items = () =>
  [...document.querySelectorAll('[role=menuitem]')].map((item) => item.textContent);
const menu = () => document.querySelector('[role=menu]');

it('opens with the first press on its button, and takes the focus in', async () => {
  await openList(bots(2));
  expect(the('Actions for name 1').getAttribute('aria-expanded')).toBe('false');
  await pressByKeyboard('Actions for name 1');
  await pass(100);
  expect(items()).toEqual(['Edit', 'Copy id', 'Copy as curl', 'Delete…']);
  expect(the('Actions for name 1').getAttribute('aria-expanded')).toBe('true');
  expect(menu()?.contains(document.activeElement)).toBe(true);
});

it('closes with Escape, gives the focus back, and keeps the selection', async () => {
  await openList(bots(2));
  await press('Select name 2');
  await pressByKeyboard('Actions for name 1');
  await pass(100);
  await key('Escape');
  await pass(100);
  expect(items()).toEqual([]);
  expect(focused()).toBe('Actions for name 1');
  expect(find('Clear selection')).toBeDefined();
});

it('opens again after it was closed', async () => {
  await openList(bots(2));
  await press('Actions for name 1');
  await press('Actions for name 1');
  expect(items()).toEqual([]);
  await press('Actions for name 1');
  expect(items()).toHaveLength(4);
});

it('leads to the page of its bot user', async () => {
  await openList(bots(2));
  await press('Actions for name 2');
  await press('Edit');
  expect(location.pathname).toBe('/bot-users/bot_2');
});

it('asks before it deletes, and the way back leads to its button', async () => {
  await openList(bots(2));
  await pressByKeyboard('Actions for name 2');
  await press('Delete…');
  expect(textOf('[role=alertdialog] h2')).toBe('Delete name 2?');
  await press('Cancel');
  expect(focused()).toBe('Actions for name 2');
});

it('leaves the focus on the next row after it has deleted', async () => {
  await openList(bots(2));
  await pressByKeyboard('Actions for name 1');
  await press('Delete…');
  await press('Delete bot user');
  await answer();
  expect(focused()).toBe('name 2');
});

it('tells why it can do less for an id that no address can hold', async () => {
  await openList([bot(1, { id: '..' })]);
  await press('Actions for name 1');
  expect(items()).toHaveLength(4);
  for (const name of ['Edit', 'Copy as curl', 'Delete…']) {
    expect(the(name).getAttribute('aria-disabled')).toBe('true');
    const reason = the(name).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(reason)?.textContent).toContain('Cannot be opened or changed');
  }
  expect(the('Copy id').hasAttribute('aria-disabled')).toBe(false);
});
