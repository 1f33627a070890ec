// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  answer,
  bot,
  bots,
  closePage,
  find,
  focused,
  input,
  key,
  openList,
  press,
  select,
  shownNames,
  the,
  textOf,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('style');
  await closePage();
});

const goTo = (name: string) => act(async () => the(name).focus());
const selected = () => [...selection.ids()].toSorted();
const question = () => textOf('[role=alertdialog] h2');

describe('J and K', () => {
  it('go from row to row in the order that is shown, and stop at the ends', async () => {
    await openList(bots(3), { at: '?sort=-name' });
    await goTo('Select name 3');
    await key('k');
    expect(focused()).toBe('Select name 3');
    await key('j');
    expect(focused()).toBe('name 2');
    await key('j');
    await key('j');
    expect(focused()).toBe('name 1');
    await key('k');
    expect(focused()).toBe('name 2');
  });

  it('go on while they are held down, as no other key does', async () => {
    await openList(bots(4));
    await goTo('name 1');
    for (const repeat of [false, true, true]) await key('j', { repeat });
    expect(focused()).toBe('name 4');
    for (const repeat of [false, true]) await key('k', { repeat });
    expect(focused()).toBe('name 2');
    for (const repeat of [false, true]) await key('x', { repeat });
    expect(selected()).toEqual(['bot_2']);
  });

  it.each([
    ['the first row that can be seen', { bot_1: 16, bot_2: 60, bot_3: 104 }, 'name 3'],
    ['the last one where all lie under what is sticky', { bot_1: -60, bot_2: 8 }, 'name 2'],
  ])('begin at %s', async (_, tops: Record<string, number>, name) => {
    await openList(bots(Object.keys(tops).length));
    document.documentElement.style.setProperty('scroll-padding-top', '104px');
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(
      this: Element,
    ) {
      return new DOMRect(0, tops[(this as HTMLTableRowElement).dataset['id'] ?? '']);
    });
    await key('j');
    expect(focused()).toBe(name);
  });
});

describe('a key for the row that has the focus', () => {
  it('selects it with X, and with Shift+X all from the last one', async () => {
    await openList(bots(5), { at: '?sort=-name' });
    await goTo('name 4');
    await key('x');
    expect(selected()).toEqual(['bot_4']);
    await key('j');
    await key('j');
    await key('X', { shiftKey: true });
    expect(selected()).toEqual(['bot_2', 'bot_3', 'bot_4']);
    await key('x');
    expect(selected()).toEqual(['bot_3', 'bot_4']);
  });

  it('opens it with E', async () => {
    await openList(bots(2));
    await goTo('Select name 2');
    await key('e');
    expect(location.pathname).toBe('/bot-users/bot_2');
  });

  it('does not open what has no page of its own', async () => {
    await openList([bot(1, { id: 'new' })]);
    await goTo('Select name 1');
    await key('e');
    expect(location.pathname).toBe('/bot-users');
  });

  it('switches it with A', async () => {
    const service = await openList(bots(2));
    await goTo('name 2');
    await key('a');
    expect(input('Active: name 2').checked).toBe(false);
    expect(service.lines.slice(1)).toEqual(['PATCH /bot_users/bot_2']);
    await answer();
    expect(textOf('[role=status]')).toContain('name 2 is now inactive.');
  });

  it('changes nothing of one that no request can be about', async () => {
    const service = await openList([bot(1, { id: '..' })]);
    await goTo('Select name 1');
    await key('a');
    await key('Delete');
    expect(service.lines).toHaveLength(1);
    expect(question()).toBeUndefined();
    expect(input('Active: name 1').checked).toBe(true);
  });

  it('acts on no row while none has it', async () => {
    const service = await openList(bots(2));
    await goTo('Filter loaded bot users');
    await act(async () => the('Filter loaded bot users').blur());
    for (const pressed of ['x', 'e', 'a', 'Delete']) await key(pressed);
    expect(selected()).toEqual([]);
    expect(location.pathname).toBe('/bot-users');
    expect(service.lines).toHaveLength(1);
    expect(question()).toBeUndefined();
  });
});

describe('Delete', () => {
  it('asks first, and the way back leads to the row', async () => {
    const service = await openList(bots(2));
    await goTo('name 2');
    await key('Delete');
    expect(question()).toBe('Delete name 2?');
    expect(focused()).toBe('Cancel');
    await press('Cancel');
    expect(focused()).toBe('name 2');
    expect(service.lines).toHaveLength(1);
  });

  it.each([
    ['the next row', 'name 2', 'name 3'],
    ['the previous one at the end', 'name 3', 'name 2'],
  ])('leaves the focus on %s', async (_, name, next) => {
    await openList(bots(3));
    await goTo(name);
    await key('Delete');
    await press('Delete bot user');
    await answer();
    expect(find(`Select ${name}`)).toBeUndefined();
    expect(focused()).toBe(next);
    expect(textOf('[role=status]')).toContain(`${name} deleted.`);
  });

  it('leaves the focus on the count where no row is left', async () => {
    await openList(bots(3), { at: '?q=name 2' });
    await goTo('name 2');
    await key('Delete');
    await press('Delete bot user');
    await answer();
    expect(shownNames()).toEqual([]);
    expect(document.activeElement?.id).toBe('bot-user-count');
  });
});

describe('a key of the list', () => {
  it('leads to the filter, and into it nothing is typed', async () => {
    await openList(bots(2));
    expect(await key('/')).toBe(false);
    expect(focused()).toBe('Filter loaded bot users');
    expect(await key('/')).toBe(true);
  });

  it('leads to a new bot user', async () => {
    await openList(bots(2));
    await key('c');
    expect(location.pathname).toBe('/bot-users/new');
  });

  it('clears the selection with Escape', async () => {
    await openList(bots(2));
    await select('bot_1', 'bot_2');
    await key('Escape');
    expect(selected()).toEqual([]);
  });

  it.each([{ ctrlKey: true }, { metaKey: true }])(
    'selects what is shown with A and %o, but only inside the table',
    async (modifier) => {
      await openList(bots(3), { at: '?q=name' });
      await select('bot_9');
      await goTo('More');
      expect(await key('a', modifier)).toBe(true);
      expect(selected()).toEqual(['bot_9']);
      await goTo('name 2');
      expect(await key('a', modifier)).toBe(false);
      expect(selected()).toEqual(['bot_1', 'bot_2', 'bot_3', 'bot_9']);
    },
  );
});

it('opens a row by a press on its name, and leaves one for a new tab to the browser', async () => {
  await openList(bots(2));
  const left: boolean[] = [];
  const seen = (event: Event) => {
    left.push(!event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener('click', seen);
  for (const held of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])
    await press('name 2', { [held]: true });
  expect(left).toEqual([true, true, true, true]);
  expect(the('name 2').getAttribute('href')).toBe('/bot-users/bot_2');
  await press('name 2');
  window.removeEventListener('click', seen);
  expect(left.at(-1)).toBe(false);
  expect(find('name 1')).toBeUndefined();
});
